package queue

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/queens/cmd/queensd/internal/embedded"
)

func TestReadAuth(t *testing.T) {
	path := filepath.Join(t.TempDir(), "auth")
	tests := []struct {
		text string
		want Auth
		ok   bool
	}{
		{"ann:s3cret\n", Auth{"ann", "s3cret"}, true},
		{"ann:s3:cret", Auth{"ann", "s3:cret"}, true},
		{"token\r\n", Auth{"", "token"}, true},
		{"", Auth{}, false},
		{"\n", Auth{}, false},
		{":s3cret\n", Auth{}, false},
		{"ann:\n", Auth{}, false},
		{"one\ntwo\n", Auth{}, false},
		{" token\n", Auth{}, false},
	}
	for _, test := range tests {
		if err := os.WriteFile(path, []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := ReadAuth(path); got != test.want || (err == nil) != test.ok {
			t.Errorf("%q: got %v, %v", test.text, got, err)
		}
	}
	if _, err := ReadAuth(path + "x"); err == nil {
		t.Error("a file that is not there was read")
	}
}

func TestRedacted(t *testing.T) {
	got := redacted("nats://ann:s3cret@a:1,nats://b:2,nats://token@c")
	if want := "nats://…@a:1,nats://b:2,nats://…@c"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// certificate makes a certificate for this computer and returns its files.
func certificate(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "queens"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// TestWho lets in those with the password or the token, and no others.
func TestWho(t *testing.T) {
	cert, key := certificate(t)
	servers := []struct {
		name   string
		config embedded.Config
		auth   Auth
	}{
		{"open", embedded.Config{}, Auth{}},
		{"password", embedded.Config{User: "ann", Secret: "s3cret"}, Auth{"ann", "s3cret"}},
		{"token", embedded.Config{Secret: "s3cret"}, Auth{"", "s3cret"}},
		{"TLS", embedded.Config{Cert: cert, Key: key}, Auth{}},
		{"TLS, password", embedded.Config{Cert: cert, Key: key, User: "ann", Secret: "s3cret"}, Auth{"ann", "s3cret"}},
	}
	for _, server := range servers {
		t.Run(server.name, func(t *testing.T) {
			server.config.Dir, server.config.Listen = t.TempDir(), "127.0.0.1:0"
			s, err := embedded.Start(server.config)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Stop()
			encrypted := server.config.Cert != ""
			port := s.Addr().String()
			for _, auth := range []Auth{{}, {"ann", "s3cret"}, {"ann", "wrong"}, {"bob", "s3cret"}, {"", "s3cret"}, {"", "wrong"}} {
				for _, ca := range []string{"", cert} {
					conn, err := Connect(Server{URL: "nats://" + port, Auth: auth, CA: ca})
					good := (auth == server.auth || server.auth == Auth{}) && encrypted == (ca != "")
					if good != (err == nil) {
						t.Errorf("%+v, CA %t: %v", auth, ca != "", err)
					}
					if err == nil {
						conn.Close()
					} else if !Refused(err) || strings.Contains(err.Error(), "s3cret") {
						t.Errorf("%+v, CA %t: not refused, but %v", auth, ca != "", err)
					}
				}
			}
			if _, err := Connect(Server{URL: "tls://" + port, Auth: server.auth}); err == nil || !Refused(err) {
				t.Errorf("TLS without the certificate: %v", err)
			}
			conn, err := ConnectInProcess(s, server.auth)
			if err != nil {
				t.Fatalf("in process: %v", err)
			}
			conn.Close()
		})
	}
}

func TestConnectErrors(t *testing.T) {
	_, err := Connect(Server{URL: "nats://ann:s3cret@" + "127.0.0.1:1"})
	if err == nil || Refused(err) || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("nobody listens: %v", err)
	}
	if _, err := Connect(Server{URL: "nats://127.0.0.1:1", CA: "/not/there"}); err == nil {
		t.Error("a file of certificates is not there, and nobody says so")
	}
}
