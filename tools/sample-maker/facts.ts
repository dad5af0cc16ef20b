/** Field to options of one product, before any listing style or noise. */
export type Facts = ReadonlyMap<string, readonly string[]>;

interface Clash {
  readonly one: readonly [field: string, values: RegExp];
  readonly other: readonly [field: string, values: RegExp];
}

/** Pairs of facts that cannot both hold. Clean products have none; some planted noise is made from them. */
const CLASHES: readonly Clash[] = [
  { one: ['Special Feature', /^(Cordless|Rechargeable|Portable)$/], other: ['Power Source', /^Corded Electric$/] },
  { one: ['Battery Cell Composition', /./], other: ['Power Source', /^(Corded Electric|Hand Powered)$/] },
  { one: ['Battery Cell Composition', /^Alkaline$/], other: ['Special Feature', /^(Rechargeable|Fast Charging)$/] },
  { one: ['Water Resistance Level', /^Not Water/], other: ['Special Feature', /^Water(proof| Resistant)$/] },
  { one: ['Water Resistance Level', /^Waterproof$/], other: ['Special Feature', /^Water Resistant$/] },
  { one: ['Water Resistance Level', /^Water Resistant$/], other: ['Special Feature', /^Waterproof$/] },
  { one: ['Wireless Type', /./], other: ['Connectivity Technology', /^Wired$/] },
  { one: ['Battery Cell Composition', /./], other: ['Connectivity Technology', /^Wired$/] },
  { one: ['Wireless Type', /^Bluetooth$/], other: ['Connectivity Technology', /^(Radio Frequency|USB|Ethernet)$/] },
  { one: ['Scent', /^(?!Unscented)/], other: ['Material Feature', /^Fragrance Free$/] },
  { one: ['Material Feature', /^Alcohol Free$/], other: ['Item Form', /^Spray$/] },
  { one: ['Material Feature', /^(Vegan|Cruelty Free)$/], other: ['Material', /^(Leather|Suede|Wool|Silk)$/] },
  { one: ['Color', /^Clear$/], other: ['Material', /Leather|Carbon|Metal|Wood|Bamboo/] },
  { one: ['Pattern', /^(?!Solid)/], other: ['Color', /^Clear$/] },
  { one: ['Processor', /./], other: ['Operating System', /^(iOS|Fire OS)$/] },
  { one: ['Display Type', /./], other: ['Power Source', /^Hand Powered$/] },
  { one: ['Operating System', /./], other: ['Power Source', /^(Hand|Solar) Powered$/] },
  { one: ['Special Feature', /^(Backlit|Timer)$/], other: ['Power Source', /^Hand Powered$/] },
  { one: ['Special Feature', /^Machine Washable$/], other: ['Material', /^(Leather|Silk|Memory Foam|Suede)$/] },
  { one: ['Special Feature', /^Lightweight$/], other: ['Material', /^(Glass|Marble)$/] },
  { one: ['Cable Type', /^Lightning$/], other: ['Compatible Phone Models', /^(?!iPhone)/] },
  { one: ['Connector Type', /^Lightning$/], other: ['Compatible Phone Models', /^(?!iPhone 1[34]$)/] },
  { one: ['Cable Type', /^USB$/], other: ['Connector Type', /^Lightning$/] },
  { one: ['Form Factor', /^(Wallet|Flip)$/], other: ['Material', /^(Polycarbonate|Silicone|Plastic)$/] },
  { one: ['Closure', /./], other: ['Form Factor', /^(Cover|Bumper)$/] },
  { one: ['Shell Type', /^Hard$/], other: ['Material', /^(Silicone|Neoprene|Wool|Felt|Denim)$/] },
  { one: ['Shell Type', /^Soft$/], other: ['Material', /^(Polycarbonate|Carbon Fiber)$/] },
  { one: ['Special Feature', /^Memory Function$/], other: ['Power Source', /^Hand Powered$/] },
  { one: ['Cable Type', /^HDMI$/], other: ['Connector Type', /^(?!DVI|USB Type C)/] },
  { one: ['Cable Type', /^DisplayPort$/], other: ['Connector Type', /^(?!HDMI|DVI|VGA|USB Type C)/] },
  { one: ['Cable Type', /^Coaxial$/], other: ['Connector Type', /^(?!RCA)/] },
  { one: ['Cable Type', /^Auxiliary$/], other: ['Connector Type', /^(?!RCA|USB Type C)/] },
  { one: ['Cable Type', /^(Coaxial|Auxiliary)$/], other: ['Display Resolution', /./] },
  { one: ['Cable Type', /^(Coaxial|Auxiliary)$/], other: ['Compatible Devices', /^(Monitor|Desktop|Laptop)$/] },
  { one: ['Line Size', /^0\.(38|5) mm$/], other: ['Point Type', /^(Medium|Bold)$/] },
  { one: ['Line Size', /^0\.7 mm$/], other: ['Point Type', /^(Fine|Extra Fine|Needle)$/] },
  { one: ['Age Range (Description)', /^(Kid|Toddler|Baby)$/], other: ['Department', /^(Mens|Womens|Unisex Adult)$/] },
  { one: ['Age Range (Description)', /^(Kid|Toddler|Baby)$/], other: ['Recommended Uses For Product', /^Office$/] },
  { one: ['Product Benefits', /^Whitening$/], other: ['Age Range (Description)', /^(Kid|Toddler)$/] },
  { one: ['Age Range (Description)', /^Adult$/], other: ['Room Type', /^Kids Room$/] },
];

const has = (facts: Facts, [field, values]: readonly [string, RegExp]) =>
  facts.get(field)?.some((option) => values.test(option)) ?? false;

/** Two fields whose facts contradict each other, or that state the same value twice; the first may rather go. */
export function clashIn(facts: Facts): readonly [string, string] | undefined {
  for (const { one, other } of CLASHES) if (has(facts, one) && has(facts, other)) return [one[0], other[0]];
  const seen = new Map<string, string>();
  for (const [field, options] of facts) {
    for (const option of options) {
      const earlier = seen.get(option);
      if (earlier !== undefined && earlier !== field) return [field, earlier];
      seen.set(option, field);
    }
  }
  return undefined;
}
