"""An agent of EComAgentBench behind an OpenAI-compatible endpoint, without a model."""
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def next_call(messages):
    """Reads the profile, searches for the request, recommends the first product."""
    results = [json.loads(message["content"]) for message in messages if message["role"] == "tool"]
    if not results:
        return "get_user_profile", {}
    if len(results) == 1:
        wishes = results[0]["profile"]["product_requirements"].values()
        return "search_products", {"query": messages[0]["content"] + " " + " ".join(map(str, wishes))}
    return "recommend_product", {"product_id": results[1]["products"][0]["product_id"]}


class Agent(BaseHTTPRequestHandler):
    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        name, arguments = next_call(asked["messages"])
        call = {"id": str(len(asked["messages"])), "type": "function",
                "function": {"name": name, "arguments": json.dumps(arguments)}}
        reply = {"choices": [{"message": {"role": "assistant", "content": None, "tool_calls": [call]}}]}
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(reply).encode())


ThreadingHTTPServer(("127.0.0.1", 8080), Agent).serve_forever()
