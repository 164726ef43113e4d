// Command wasm runs the library in the worker of the page. It sets the global function
// ask(id, name, question), which calls the global function answer(id, kind, JSON): any
// number of times with kind "so far", then once with kind "done" or "error".
package main

import (
	"context"
	"encoding/json"
	"syscall/js"

	"example.com/queens/web/page"
)

func main() {
	var engine page.Engine
	js.Global().Set("ask", js.FuncOf(func(_ js.Value, args []js.Value) any {
		id, name, question := args[0].Int(), args[1].String(), args[2].String()
		go func() { // a function called from JavaScript must not block
			answer, err := engine.Call(context.Background(), name, []byte(question), func(known any) { reply(id, "so far", known) })
			if err != nil {
				reply(id, "error", page.FaultOf(err))
				return
			}
			reply(id, "done", answer)
		}()
		return nil
	}))
	select {}
}

func reply(id int, kind string, value any) {
	text, err := json.Marshal(value)
	if err != nil {
		kind, text = "error", []byte(`{"code":"broken"}`)
	}
	js.Global().Call("answer", id, kind, string(text))
}
