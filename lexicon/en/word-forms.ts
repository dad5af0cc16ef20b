/** Word lists of the stemmer: what rules of spelling cannot know. */

const words = (list: string): string[] => list.trim().split(/\s+/);

/** Words whose ending only looks like an inflection, or whose stripped form is another word. */
export const NEVER_STRIPPED: ReadonlySet<string> = new Set(
  words(`
  always canvas christmas atlas lens series species news chaos macos ios alias perhaps whereas besides towards
  sometimes yes gas bus plus this thus its has was does goes less unless
  evening morning ceiling something anything everything nothing earring string spring sterling sibling pudding during
  wedding darling king ring thing bring wing sling swing being outing herring viking
  hundred sacred naked wicked kindred embed infrared corded
  family only early reply supply apply assembly butterfly hardly lately nearly really mostly likely lovely
  shortly barely jelly belly italy july
  paste waste taste past lunge lung singe sing hinge horse house pleas please tens tense dens dense
  `),
);

const IRREGULAR_LISTS: Readonly<Record<string, string>> = {
  man: 'men mens',
  woman: 'women womens',
  child: 'children childrens childs',
  tooth: 'teeth',
  mouse: 'mice',
  knife: 'knives',
  shelf: 'shelves shelving',
  leaf: 'leaves',
  half: 'halves',
  life: 'lives',
  wolf: 'wolves',
  scarf: 'scarves',
  use: 'used using uses',
  see: 'seeing',
  dry: 'dries drier driest',
  tie: 'ties tied tying',
  dye: 'dyes dyed dyeing',
  wear: 'wore worn',
  make: 'made',
  build: 'built',
  weave: 'woven wove',
  knit: 'knitted knitting knits',
  freeze: 'frozen froze',
  break: 'broken broke',
  hide: 'hidden',
  write: 'written wrote',
  gray: 'grays',
};

export const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries(IRREGULAR_LISTS).flatMap(([base, forms]) => words(forms).map((form) => [form, base])),
);

const BRITISH_LISTS: Readonly<Record<string, string>> = {
  gray: 'grey',
  grays: 'greys',
  matte: 'matt',
  aluminum: 'aluminium alluminium aluminuim',
  center: 'centre',
  centers: 'centres',
  fiber: 'fibre',
  fibers: 'fibres',
  theater: 'theatre',
  liter: 'litre',
  liters: 'litres',
  meter: 'metre',
  meters: 'metres',
  caliber: 'calibre',
  luster: 'lustre',
  jewelry: 'jewellery',
  tire: 'tyre',
  tires: 'tyres',
  mold: 'mould',
  molded: 'moulded',
  molds: 'moulds',
  mustache: 'moustache',
  pajamas: 'pyjamas',
  program: 'programme',
  catalog: 'catalogue',
  analog: 'analogue',
  license: 'licence',
  defense: 'defence',
  sulfate: 'sulphate',
  sulfates: 'sulphates',
  sulfur: 'sulphur',
  aging: 'ageing',
  donut: 'doughnut',
  plow: 'plough',
  cozy: 'cosy',
  check: 'cheque',
  checkered: 'chequered checquered',
};

export const BRITISH_SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(BRITISH_LISTS).flatMap(([american, british]) => words(british).map((form) => [form, american])),
);

/** Adjectives whose -er and -est forms are theirs; "rubber", "timer", "tower" and "paper" must stay whole. */
export const COMPARABLE: ReadonlySet<string> = new Set(
  words(`
  light soft hard thick thin smooth quiet loud small large big bold fine slim bright dark short long warm cool cold
  fresh oily curly wavy frizzy wide narrow deep high low tall heavy fast quick slow strong stiff firm clean clear
  round square flat sharp dull plain simple safe rich pale shiny glossy dewy sheer sturdy tough tight loose new old young
  `),
);

/**
 * Words of one meaning that inflection rules keep apart: the first is the key. Only families whose members really name
 * the same property belong here ("port" and "portable" do not).
 */
const FAMILIES = `
cancel canceler canceller cancellation cancelation
fold foldable foldaway foldability
adjust adjustable adjustment adjustability
charge charger
recharge rechargeable recharger rechargeability
wash washable
resist resistant resistance resisting
repel repellent repellant
protect protection protective protector
stabilize stabilization stabilizer stabiliser
detect detection detector
retract retractable
refill refillable
erase erasable eraser
insulate insulation
expand expandable expansion
perforate perforation
reflect reflective reflection
dim dimmable dimmer
detach detachable
remove removable removal
wire wires wired
volumize volumizer volumising
moisturize moisturizer moisturization
hydrate hydration
exfoliate exfoliation exfoliator exfoliant
strengthen strengthener
brighten brightener
nourish nourishment
cleanse cleanser
soothe soothing
whiten whitener
deodorize deodorizer deodorant
biodegrade biodegradable
recycle recyclable
breathe breathable breathability
stretch stretchy stretchable
magnet magnetic magnetically magnetized
isolate isolation
connect connector connection
wax waxed waxy
geometry geometric geometrical
camouflage camo
cycle cyclist
photograph photography photographic photographer
journal journaling
commute commuter
curl curly
frizz frizzy
sport sporty
coil coily
hexagon hexagonal
triangle triangular
rectangle rectangular
cylinder cylindrical
stripe striped stripy
dot dotted
wood wooden
gold golden
wool woolen woollen
minimalist minimalistic minimalism
ergonomic ergonomics ergonomically
compress compression
reuse reusable
dispose disposable
attach attachable attachment
organic organically
scent scented
unscent unscented
fragrance fragranced
sensitive sensitivity
latency latencies
classic classical
camp camper
gaming gamer
hike hiker
swim swimmer
oily oiliness
`;

export const WORD_FAMILIES: readonly (readonly string[])[] = FAMILIES.trim().split('\n').map(words);
