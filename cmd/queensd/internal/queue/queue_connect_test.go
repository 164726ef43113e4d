package queue

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/queens/cmd/queensd/internal/access"
	"example.com/queens/cmd/queensd/internal/embedded"
	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go"
)

func TestRedacted(t *testing.T) {
	got := redacted("nats://ann:s3cret@a:1,nats://b:2,nats://token@c,ann:s3cret@d:4")
	if want := "nats://…@a:1,nats://b:2,nats://…@c,nats://…@d:4"; got != want {
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

// TestConnect connects with and without keys and TLS.
func TestConnect(t *testing.T) {
	cert, key := certificate(t)
	stranger := t.TempDir()
	if _, err := access.OpenKeys(stranger); err != nil {
		t.Fatal(err)
	}
	client := func(file string) access.Client {
		t.Helper()
		c, err := access.ReadClient(file)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for name, config := range map[string]embedded.Config{"plain": {}, "TLS": {Cert: cert, Key: key}} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			config.Dir, config.Listen = dir, "127.0.0.1:0"
			s, err := embedded.Start(config)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Stop()
			port := s.Addr().String()
			for who, good := range map[string]bool{
				filepath.Join(dir, "coordinator.key"): true, filepath.Join(dir, "worker.key"): true,
				filepath.Join(stranger, "coordinator.key"): false, "": false,
			} {
				for _, ca := range []string{"", cert} {
					server := Server{URL: "nats://" + port, CA: ca}
					if who != "" {
						server.Client = client(who)
					}
					js, err := Connect(server)
					if want := good && (config.Cert != "") == (ca != ""); want != (err == nil) {
						t.Errorf("%s, CA %t: %v", who, ca != "", err)
					}
					if err == nil {
						js.Conn().Close()
					} else if !Refused(err) {
						t.Errorf("%s, CA %t: not refused, but %v", who, ca != "", err)
					}
				}
			}
			if _, err := Connect(Server{URL: "tls://" + port, Client: client(filepath.Join(dir, "worker.key"))}); err == nil || !Refused(err) {
				t.Errorf("TLS without the certificate: %v", err)
			}
			js, err := ConnectInProcess(s, s.Host())
			if err != nil {
				t.Fatalf("in process: %v", err)
			}
			js.Conn().Close()
		})
	}
}

// TestRights has a worker try to change a count on the streams of the program.
func TestRights(t *testing.T) {
	dir := t.TempDir()
	s, err := embedded.Start(embedded.Config{Dir: dir, Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	q := openQueue(t, s, Options{})
	c := newCount(t, q, 10, 5)
	mustCount(t, c, &Worker{Queue: q, Goroutines: 1})
	before, err := allResults(t, q, c.job)
	if err != nil || len(before) == 0 {
		t.Fatal(before, err)
	}
	client, err := access.ReadClient(filepath.Join(dir, "worker.key"))
	if err != nil {
		t.Fatal(err)
	}
	js, err := Connect(Server{URL: s.ClientURL(), Client: client})
	if err != nil {
		t.Fatal(err)
	}
	defer js.Conn().Close()
	mine := wire.ResultPrefix + c.job + ".0." + client.Name()
	if _, err := js.Publish(t.Context(), mine, []byte("7")); err != nil {
		t.Fatal(err)
	}
	for _, header := range []nats.Header{nil, {"Nats-Rollup": {"all"}}, {"Nats-Rollup": {"sub"}}, {"Nats-TTL": {"1s"}}} {
		if _, err := js.PublishMsg(t.Context(), &nats.Msg{Subject: mine, Header: header, Data: []byte("8")}); err == nil {
			t.Errorf("wrote over a result by %v", header)
		}
	}
	if _, err := js.Publish(t.Context(), wire.ResultPrefix+c.job+".1."+client.Name(), make([]byte, wire.MaxResult+1)); err == nil {
		t.Error("stored a large result")
	}
	for _, reply := range []string{"$JS.API.STREAM.DELETE." + wire.ResultStream, "$JS.API.STREAM.PURGE." + wire.ResultStream, wire.ResultPrefix + c.job + ".1.eve", wire.JobPrefix + c.job} {
		for _, subject := range []string{"$JS.ACK." + wire.TaskStream + "." + c.job + ".1.1.1.1.0", wire.ResultPrefix + c.job + ".2." + client.Name()} {
			if err := js.Conn().PublishRequest(subject, reply, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := js.Publish(t.Context(), wire.ResultPrefix+c.job+".3."+client.Name(), nil); err != nil {
		t.Fatal(err) // what was sent before has arrived
	}
	if err := js.Conn().LastError(); err != nil {
		t.Error(err)
	}
	for _, subject := range []string{wire.ResultPrefix + c.job + ".1.eve", wire.TaskPrefix + c.job + ".0", wire.JobPrefix + c.job, wire.WithdrawPrefix + c.job + ".coordinator.1"} {
		if err := js.Conn().Publish(subject, nil); err != nil {
			t.Fatal(err)
		}
		err := js.Conn().Flush()
		if refusal := js.Conn().LastError(); err != nil || !errors.Is(refusal, nats.ErrPermissionViolation) || !strings.Contains(refusal.Error(), subject) {
			t.Errorf("%s: %v, %v", subject, refusal, err)
		}
	}
	after, err := allResults(t, q, c.job)
	if err != nil || len(after) != len(before)+3 || string(after[len(before)].data) != "7" {
		t.Errorf("there were %d results, and are %d; %v", len(before), len(after), err)
	}
	if total, err := newCount(t, q, 10, 5).Run(t.Context(), nil); err != nil || total != solutions[10] {
		t.Errorf("total %d, %v", total, err)
	}
}

func TestConnectErrors(t *testing.T) {
	_, err := Connect(Server{URL: "nats://ann:s3cret@" + "127.0.0.1:1"})
	if err == nil || Refused(err) || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("nobody listens: %v", err)
	}
	if _, err := Connect(Server{URL: "nats://127.0.0.1:1", CA: "/not/there"}); err == nil {
		t.Error("a missing file of certificates is no error")
	}
}
