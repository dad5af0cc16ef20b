import type { EpisodeTask } from '../../pipeline/episode.ts';
import { requestText } from '../../shopping/episode/request.ts';
import type { Exported, ExportInput } from './files.ts';

/**
 * A folder for each task, as Harbor 0.25 reads them: the agent's container reaches its episode over MCP through a service
 * beside it, which alone knows the server, and the verifier asks that service for the grade.
 */
export function harborFiles({ family, shelf }: ExportInput): Exported {
  const files: Record<string, string> = {};
  for (const { name: split } of shelf.splits)
    for (const { task } of shelf.in(split)) {
      const place = `${split}/${task.agentId}`;
      files[`${place}/instruction.md`] = instruction(task);
      files[`${place}/task.toml`] = configuration(family, split, task);
      files[`${place}/environment/Dockerfile`] = 'FROM python:3.12-slim\nWORKDIR /app\n';
      files[`${place}/environment/docker-compose.yaml`] = compose(task);
      files[`${place}/environment/shop/Dockerfile`] =
        'FROM python:3.12-slim\nCOPY shop.py /shop.py\nCMD ["python", "/shop.py"]\n';
      files[`${place}/environment/shop/shop.py`] = SERVICE;
      files[`${place}/tests/test.sh`] = '#!/bin/sh\nexec python3 "$(dirname "$0")/grade.py"\n';
      files[`${place}/tests/grade.py`] = GRADE;
    }
  files['README.md'] = readme(family, shelf.splits[0]?.name ?? '');
  return { files };
}

const instruction = (task: EpisodeTask) => `${requestText(task)}

Use the tools of the MCP server "shop": nothing on this machine belongs to the task.
`;

const quoted = (text: string) => JSON.stringify(text);

const configuration = (family: string, split: string, { agentId }: EpisodeTask) => `schema_version = "1.4"

[task]
name = ${quoted(`cartwright/${agentId}`)}
description = "A shopping task of Cartwright"

[metadata]
family = ${quoted(family)}
split = ${quoted(split)}

[agent]
timeout_sec = 1800.0

[verifier]
timeout_sec = 60.0
env = { CARTWRIGHT_TOKEN = "\${CARTWRIGHT_TOKEN}" }

[[environment.mcp_servers]]
name = "shop"
transport = "streamable-http"
url = "http://shop:8000/mcp"
`;

const compose = ({ agentId }: EpisodeTask) => `services:
  main:
    depends_on:
      shop:
        condition: service_healthy
  shop:
    build:
      context: ./shop
    environment:
      CARTWRIGHT_TASK: ${quoted(agentId)}
      CARTWRIGHT_CONTROL: \${CARTWRIGHT_CONTROL:-http://host.docker.internal:8421}
      CARTWRIGHT_TOKEN: \${CARTWRIGHT_TOKEN}
    extra_hosts:
      - host.docker.internal:host-gateway
    healthcheck:
      test: ["CMD", "python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/health')"]
      interval: 1s
      timeout: 5s
      retries: 30
`;

const SERVICE = `"""One episode of a Cartwright server for the agent of one trial: /mcp passes on, /grade asks for the grade."""

import hmac
import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from urllib.error import HTTPError
from urllib.request import Request, urlopen

CONTROL, TOKEN = os.environ["CARTWRIGHT_CONTROL"], os.environ["CARTWRIGHT_TOKEN"]
ALLOWED = {"Authorization": "Bearer " + TOKEN}
PASSED = ("content-type", "accept", "mcp-protocol-version", "mcp-method", "mcp-name", "mcp-session-id")


def control(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(CONTROL + path, data, ALLOWED, method=method)) as answer:
        return json.load(answer)


EPISODE = control("POST", "/episodes", {"task": os.environ["CARTWRIGHT_TASK"]})
GRADED = []
LOCK = Lock()


def graded():
    """The grade, which the episode is closed with."""
    with LOCK:
        if not GRADED:
            GRADED.append(control("POST", f"/episodes/{EPISODE['id']}/grade"))
            control("DELETE", f"/episodes/{EPISODE['id']}")
    return GRADED[0]


class Service(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.path == "/health":
            self.answer(200, "application/json", b"{}")
        else:
            self.passed("GET", None)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        if self.path != "/grade":
            self.passed("POST", body)
        elif hmac.compare_digest(self.headers.get("authorization") or "", ALLOWED["Authorization"]):
            self.answer(200, "application/json", json.dumps(graded()).encode())
        else:
            self.answer(401, "application/json", b'{"detail": "this is for the verifier"}')

    def passed(self, method, body):
        if self.path != "/mcp":
            return self.answer(404, "application/json", b'{"detail": "the tools are at /mcp"}')
        headers = {name: self.headers[name] for name in PASSED if name in self.headers}
        try:
            with urlopen(Request(EPISODE["mcp_url"], body, headers, method=method)) as reply:
                self.answer(reply.status, reply.headers.get("content-type"), reply.read())
        except HTTPError as refused:
            self.answer(refused.code, refused.headers.get("content-type"), refused.read())

    def answer(self, status, kind, body):
        self.send_response(status)
        self.send_header("content-type", kind or "text/plain")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("", int(os.environ.get("PORT", "8000"))), Service).serve_forever()
`;

const GRADE = `"""Asks for the grade of the episode and writes the reward where Harbor looks for it."""

import json
import os
import sys
from pathlib import Path
from urllib.request import Request, urlopen

shop = os.environ.get("SHOP_URL", "http://shop:8000")
logs = Path(os.environ.get("VERIFIER_LOGS", "/logs/verifier"))
headers = {"Authorization": "Bearer " + os.environ["CARTWRIGHT_TOKEN"]}
with urlopen(Request(shop + "/grade", b"{}", headers, method="POST")) as answer:
    graded = json.load(answer)
logs.mkdir(parents=True, exist_ok=True)
(logs / "grade.json").write_text(json.dumps(graded, indent=1))
if graded["end"] in ("environment_error", "infrastructure_error"):
    sys.exit(f"the environment failed, so there is no reward: {graded['end']}: {graded['detail']}")
(logs / "reward.txt").write_text(str(graded["grade"]["reward"]))
`;

const readme = (family: string, split: string) => `# ${family} for Harbor

Each folder of a split is a task. It holds no answer: a service beside the agent's container opens an episode at a Cartwright
server, passes MCP on, and gives the grade to the verifier alone. The containers have to reach the server:

    export CARTWRIGHT_TOKEN=<at least 16 characters>
    npm run serve -- <run> --host 0.0.0.0 --control-host 0.0.0.0 --public-url http://host.docker.internal:8420

    harbor run -p ${split} -a <agent> -m <model>        # harbor 0.25, with its Docker environment

Where the server is elsewhere, CARTWRIGHT_CONTROL names its control address. Everybody who reaches that needs the token; keep
both ports from the open network. There is no solution to run: answers stay with the server.
`;
