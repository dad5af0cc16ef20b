import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LiveEpisodes } from '../../cli/serve/live-episodes.ts';
import { type EpisodeServer, serveEpisodes } from '../../cli/serve/server.ts';
import { TaskShelf } from '../../cli/serve/task-shelf.ts';
import { pythonWith } from '../fixtures/python.ts';
import { playableShoe, shopWorld } from '../fixtures/shop-tasks.ts';

const TOKEN = 'a-token-of-a-test';

/** A script as WebShop's users write it: it fetches pages by their addresses and reads them as text. */
const PAGES = `
import json, sys
import requests
from bs4 import BeautifulSoup

WEBSHOP_URL = sys.argv[1]

def page(*path):
    soup = BeautifulSoup(requests.get("/".join([WEBSHOP_URL, *map(str, path)])).text, "html.parser")
    return soup, [text.strip() for text in soup.find_all(string=True) if text.strip() and text.parent.name not in ("title", "head", "style", "script", "[document]")]

def shown(soup):
    return {
        "buttons": [one.text for one in soup.find_all("button")],
        "products": [one.text for one in soup.find_all("a", class_="product-link")],
        "options": [one.text for one in soup.find_all("label")],
    }

def shop(session, actions):
    where = {"query": "", "page": 1, "asin": "", "options": {}}
    soup, texts = page(session)
    seen = [{"texts": texts, **shown(soup)}]
    for action in actions:
        verb, value = action[:-1].split("[", 1)
        if verb == "search":
            where.update(query=value, page=1, asin="", options={})
            soup, texts = page("search_results", session, value, 1)
        elif value == "Buy Now":
            soup, texts = page("done", session, where["asin"], where["options"])
        elif value == "Next >":
            where["page"] += 1
            soup, texts = page("search_results", session, where["query"], where["page"])
        elif value in ("Description", "Features", "Attributes", "Reviews"):
            soup, texts = page("item_sub_page", session, where["asin"], where["query"], where["page"], value, where["options"])
        else:
            if value in seen[-1]["products"]:
                where["asin"] = value
            elif value != "< Prev":
                name = soup.find("input", attrs={"value": value})["name"]
                where["options"] = {**where["options"], name: value}
            soup, texts = page("item_page", session, where["asin"], where["query"], where["page"], where["options"])
        seen.append({"texts": texts, **shown(soup)})
    at = seen[-1]["texts"].index("Your score (min 0.0, max 1.0)")
    return {"seen": seen, "reward": float(seen[-1]["texts"][at + 1])}

print(json.dumps(shop(sys.argv[2], json.loads(sys.argv[3]))))
`;

/** A client of the text environment as AgentGym serves it. */
const ENVIRONMENT = `
import json, sys
import requests

class Client:
    def __init__(self, base):
        self.base = base
        self.env = requests.post(f"{base}/create").json()

    def post(self, path, **data):
        answer = requests.post(f"{self.base}/{path}", json={"env_idx": self.env, **data})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def get(self, path):
        answer = requests.get(f"{self.base}/{path}?env_idx={self.env}")
        assert answer.status_code == 200, answer.text
        return answer.json()

client = Client(sys.argv[1])
client.post("reset", session_id=int(sys.argv[2]))
said = [client.get("observation")]
done, rewards = False, []
for action in json.loads(sys.argv[3]):
    can = client.get("available_actions")
    verb, value = action[:-1].split("[", 1)
    assert verb == "search" or value.lower() in [one.lower() for one in can["clickables"]], (action, can)
    step = client.post("step", action=action)
    said.append(step["state"])
    rewards.append(step["reward"])
    done = step["done"]
client.post("close")
print(json.dumps({"said": said, "rewards": rewards, "done": done}))
`;

const python = await pythonWith(['requests==2.32.5', 'beautifulsoup4==4.14.2'], 'scripts for WebShop');

describe.skipIf(python === null)('a script for WebShop, with its address changed and nothing else', () => {
  let server: EpisodeServer;
  let address: string;
  beforeAll(async () => {
    const { world } = await shopWorld();
    const settings = { seed: 42, user: 'script', capacity: 10, idleMs: 60_000, now: () => performance.now() } as const;
    const shelf = new TaskShelf({ test: [0, 1, 2].map((at) => playableShoe(at)) });
    server = await serveEpisodes(
      { episodes: new LiveEpisodes(world, settings), shelf, tools: [], name: 'shop' },
      { host: '127.0.0.1', controlHost: '127.0.0.1', port: 0, controlPort: 0, token: TOKEN },
    );
    address = `${server.controlUrl}/t/${TOKEN}/webshop`;
  });
  afterAll(() => server.close());

  test('plays the web site to the full reward', async () => {
    const actions = ['search[badminton shoes aldo model 2]', 'click[S2]', 'click[Attributes]', 'click[< Prev]'];
    const chosen = ['click[Blue]', 'click[40]', 'click[Buy Now]'];
    const printed = await python?.run(PAGES, [address, 'fixed_2', JSON.stringify([...actions, ...chosen])]);
    const { seen, reward } = JSON.parse(printed ?? '');
    expect(reward).toBe(1);
    expect(seen[0].buttons).toEqual(['Search']);
    expect(seen[1].products).toHaveLength(20);
    expect(seen[2]).toMatchObject({
      options: ['White', 'Blue', 'Black', '40', '41'],
      buttons: ['Back to Search', '< Prev', 'Description', 'Features', 'Attributes', 'Reviews', 'Buy Now'],
    });
  });

  test('plays the text environment to the full reward', async () => {
    const actions = ['search[badminton shoes aldo model 2]', 'click[s2]', 'click[blue]', 'click[40]', 'click[buy now]'];
    const printed = await python?.run(ENVIRONMENT, [address, '2', JSON.stringify(actions)]);
    const { said, rewards, done } = JSON.parse(printed ?? '');
    expect([rewards, done]).toEqual([[0, 0, 0, 0, 1], true]);
    expect(said[0]).toMatch(/^WebShop \[SEP\] Instruction: \[SEP\] .* \[SEP\] Search$/);
  });
});
