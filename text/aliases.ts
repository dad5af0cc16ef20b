/**
 * Names that mean the same option value: abbreviations, expansions and trade spellings. A member may be part of a
 * longer value ("USB-C Cable"). Descriptions and synonyms of another register do not belong here: they are what an
 * implicit clue is made of, and a clue must not count as its value.
 */
interface AliasGroup {
  readonly names: readonly string[];
  /** Canonical fields the group is limited to, where a name means something else in other fields. */
  readonly fields?: readonly string[];
}

const group = (names: string, ...fields: string[]): AliasGroup => ({
  names: names.split(' | '),
  ...(fields.length > 0 && { fields }),
});

export const ALIAS_GROUPS: readonly AliasGroup[] = [
  // Connections
  group('usb type c | usb c | type c | usb c type'),
  group('usb type a | usb a | type a'),
  group('usb type b | usb b | type b'),
  group('micro usb | usb micro | micro usb b | usb micro b'),
  group('mini usb | usb mini'),
  group('usb | universal serial bus'),
  group('bluetooth | bt'),
  group('wi fi | wireless lan | wlan | wireless fidelity'),
  group('802.11ax | wi fi 6 | wireless ax'),
  group('802.11ac | wi fi 5 | wireless ac'),
  group('802.11n | wi fi 4 | wireless n'),
  group('802.11be | wi fi 7'),
  group('nfc | near field communication | near field communications'),
  group('infrared | ir'),
  group('radio frequency | rf'),
  group('2.4 ghz | 2.4g'),
  group('5 ghz | 5g', 'Wireless Type', 'Connectivity Technology'),
  group('hdmi | high definition multimedia interface'),
  group('displayport | dp'),
  group('auxiliary | aux | aux in'),
  group('3.5 mm jack | 3.5 mm | 3.5mm aux | 3.5 mm headphone jack | 3.5 mm audio jack | 1/8 inch jack'),
  group('ethernet | lan', 'Connectivity Technology', 'Cable Type', 'Hardware Interface'),
  group('rj45 | rj 45 | 8p8c'),
  group('sd card | secure digital card | sd memory card'),
  group('micro sd | microsd | tf card'),
  group('coaxial | coax'),
  group('global positioning system | gps'),
  // Power
  group('ac | alternating current'),
  group('dc | direct current'),
  group('lithium ion | li ion'),
  group('lithium polymer | li po | li polymer'),
  group('nimh | nickel metal hydride | ni mh'),
  group('corded electric | corded | plug in electric', 'Power Source'),
  group('battery powered | battery operated | battery', 'Power Source'),
  group('solar powered | solar power | solar', 'Power Source'),
  // Pictures and sound
  group('4k | 2160p | uhd | ultra hd | ultra high definition | 3840 x 2160'),
  group('8k | 4320p | 7680 x 4320'),
  group('2k | 1440p | qhd | quad hd | 2560 x 1440'),
  group('1080p | full hd | fhd | full high definition | 1920 x 1080'),
  group('720p | 1280 x 720'),
  group('led | light emitting diode'),
  group('oled | organic led | organic light emitting diode'),
  group('lcd | liquid crystal display'),
  group('e ink | e paper | electronic ink | electronic paper'),
  group('active noise cancelling | active noise cancellation | anc'),
  group('environmental noise cancellation | enc'),
  group('noise cancelling | noise reducing | noise reduction'),
  group('microphone | mic'),
  group('television | tv | telly'),
  group('image stabilization | ois'),
  group('frames per second | fps'),
  // Computers
  group('personal computer | pc', 'Compatible Devices', 'Hardware Platform'),
  group('smartwatch | smart watch'),
  group('windows 10 | win 10'),
  group('windows 11 | win 11'),
  group('macos | mac os | os x'),
  group('ssd | solid state drive | solid state disk'),
  group('hdd | hard disk drive | hard disk'),
  group('ram | random access memory'),
  group('hp | hewlett packard', 'Brand', 'Compatible Devices', 'Hardware Platform'),
  group('amd | advanced micro devices'),
  // Materials
  group('thermoplastic polyurethane | tpu'),
  group('faux leather | pu leather | leatherette | synthetic leather | vegan leather | imitation leather | pleather'),
  group('polyurethane | pu', 'Material', 'Fabric Type'),
  group('polycarbonate | pc plastic | pc material'),
  group('polyvinyl chloride | pvc'),
  group('acrylonitrile butadiene styrene | abs', 'Material'),
  group('ethylene vinyl acetate | eva', 'Material', 'Fabric Type'),
  group('stainless steel | inox'),
  group('carbon fiber | carbonfiber'),
  group('leather | genuine leather | real leather', 'Material', 'Fabric Type'),
  // Features
  group('fast charging | quick charging | rapid charging'),
  group('wireless charging | qi charging'),
  group('anti slip | non slip | slip resistant | non skid'),
  group('scratch resistant | scratch proof | anti scratch'),
  group('shockproof | shock proof | shock resistant | anti shock'),
  group('dust proof | dust resistant'),
  group('heat resistant | heat proof'),
  group('water resistant | water repellent'),
  group('waterproof | water proof'),
  group('leak proof | leak resistant'),
  group('spill proof | spill resistant'),
  group('auto shutoff | auto shut off | automatic shut off | auto off | auto power off'),
  group('uv | ultraviolet | ultra violet'),
  group('uv protection | uv protective | uv resistant'),
  group('quick drying | fast drying'),
  group('remote controlled | remote control'),
  group('voice control | voice controlled | voice activated'),
  group('touch control | touch controlled | touch controls'),
  group('adjustable height | height adjustable'),
  group('motion detection | motion sensor | motion sensing'),
  group('hot swappable | hot swap'),
  group('fragrance free | unscented', 'Scent'),
  group('non toxic | toxin free'),
  // Shapes, closures, looks
  group('in ear | in the ear'),
  group('on ear | on the ear'),
  group('over ear | over the ear | around ear'),
  group('velcro | hook and loop | hook loop'),
  group('zipper | zip | zippered | zip up', 'Closure'),
  group('rectangular | rectangle | oblong', 'Shape'),
  group('round | circular', 'Shape'),
  group('plaid | tartan', 'Pattern'),
  group('multicolor | multi color | multi colored', 'Color', 'Ink Color'),
  group('clear | transparent | see through', 'Color'),
  group('navy blue | navy', 'Color'),
  group('glossy | gloss', 'Finish Type', 'Paper Finish'),
  group('matte | mat finish', 'Finish Type', 'Paper Finish'),
  group('extra large | x large | xl', 'Size'),
  group('extra small | x small | xs', 'Size'),
  group('extra extra large | xx large | xxl | 2xl', 'Size'),
  group('black and white | monochrome'),
  // People and days
  group('christmas | xmas'),
  group('valentines day | valentine'),
  group('adult | grown up', 'Age Range (Description)'),
  group('kids room | children room', 'Room Type'),
];

/** Values too general to name anything alone: as one item of a list they are not looked for. */
export const GENERIC_ITEMS: ReadonlySet<string> = new Set(
  'all any other others none no yes new na n multi various assorted standard more etc and or with for the a an'.split(
    ' ',
  ),
);

/** Words that name a field in prose, for values such as "All" that mean nothing without it. */
export const FIELD_WORDS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>(
  Object.entries({
    'Skin Type': ['skin'],
    'Hair Type': ['hair'],
    'Age Range (Description)': ['age'],
    'Compatible Devices': ['device'],
    'Compatible Phone Models': ['phone', 'model'],
    'Operating System': ['system', 'os'],
    Department: ['gender'],
  }),
);

/** Units a number without one may stand in, by canonical field; fields not listed count items. */
export const FIELD_UNITS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>(
  Object.entries({
    'Screen Size': ['in', 'cm'],
    Size: ['in', 'cm', 'mm', 'ft', 'm', 'oz', 'ml', 'fl oz', 'l'],
    'Line Size': ['mm'],
    RAM: ['gb', 'mb'],
    'Memory Storage Capacity': ['gb', 'tb', 'mb'],
    'Hard Drive': ['gb', 'tb'],
    Voltage: ['v'],
    Wattage: ['w', 'kw'],
    'Item Weight': ['g', 'kg', 'lb', 'oz'],
    'Video Capture Resolution': ['px'],
  }),
);
