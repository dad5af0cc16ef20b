/**
 * Raw detail keys and the canonical field each one means. A raw key is looked up by its folded spelling (lower case,
 * punctuation as spaces), so `Special features`, `special_feature` and `Special Feature` meet in one field.
 */
const FIELD_SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  Brand: ['Brand Name', 'Merek'],
  Color: ['Colour', 'Color Name', 'Color Family', 'Colors', 'Color Classification', 'Sort by Color', 'Warna'],
  Material: [
    'Material Type',
    'Materials',
    'Outer Material',
    'Case Material Type',
    'Clothing Material',
    'Material Filter',
    'Bahan',
  ],
  Style: ['Style Name', 'FA General Styles'],
  Size: ['Size Name', 'Ukuran'],
  'Special Feature': ['Special features', 'Additional Features', 'Special Features', 'Feature'],
  'Number of Items': ['Number Of Items', 'Item Package Quantity'],
  'Age Range (Description)': ['Age Range Description', 'Age Range'],
  'Item Form': ['Product Form', 'Tekstur Produk'],
  'Hair Type': [],
  'Skin Type': ['Tipe Kulit', 'Jenis Kulit'],
  Scent: ['Scent Name', 'Scents', 'Fragrance'],
  'Finish Type': ['Finish', 'Finish types'],
  'Product Benefits': ['Product Benefit', 'Body Benefits', 'Manfaat Perawatan Kulit'],
  'Material Feature': ['Material Features'],
  'Form Factor': ['Headphones Form Factor'],
  'Connectivity Technology': ['Connectivity technologies'],
  'Connector Type': ['Connector Type Used on Cable'],
  'Connector Gender': [],
  'Compatible Phone Models': [],
  'Compatible Devices': [],
  'Screen Size': [
    'Standing screen display size',
    'Display Size',
    'Display Size (inch)',
    'Screen Size (Inches)',
    'Ukuran Layar',
    'Ukuran Layar (Inci)',
  ],
  Pattern: ['Pattern Name', 'FA Pattern'],
  'Mounting Type': [],
  'Shell Type': [],
  'Operating System': ['OS', 'Smart TV OS', 'Sistem Operasi'],
  RAM: ['Ram Memory Installed Size', 'RAM Memory', 'Sistem Memori'],
  'Hard Drive': ['Hard Disk Size'],
  Processor: ['Processor Brand', 'Processor Type', 'Tipe Prosesor'],
  'Graphics Coprocessor': [],
  'Wireless Type': [
    'Wireless Communication Technology',
    'Wireless communication technologies',
    'Wireless network technology',
  ],
  'Computer Memory Type': [],
  'Memory Storage Capacity': [
    'Flash Memory Size',
    'Digital Storage Capacity',
    'Storage Capacity',
    'Storage',
    'Kapasitas Penyimpanan',
  ],
  'Hardware Platform': [],
  'Lens Type': [],
  'Video Capture Resolution': [],
  'Water Resistance Level': ['Tahan Air/Anti Air'],
  'Power Source': [],
  'Recommended Uses For Product': ['Recommended Uses', 'Specific Uses For Product'],
  'Ink Color': [],
  Shape: ['Item Shape', 'Case Shape'],
  'Sheet Size': [],
  Closure: ['Closure Type'],
  'Point Type': [],
  'Cable Type': [],
  'Display Type': ['Display Technology', 'Screen Type', 'Tipe Layar'],
  'Control Method': [],
  'Room Type': [],
  'Country of Origin': ['Country Origin HB', 'Tempat diproduksi'],
  'Battery Cell Composition': ['Battery Cell Type'],
  Voltage: ['Input Voltage'],
  Wattage: [],
  Theme: [],
  Department: [],
  'Hardware Interface': [],
  'Speaker Type': [],
  'Display Resolution': ['Resolution', 'Native Resolution', 'TV Resolution'],
  'Paper Finish': [],
  'Ruling Type': [],
  'Line Size': [],
  Coverage: [],
  'Noise Control': [],
  'Surface Recommendation': [],
  'Installation Type': [],
  Reusability: [],
  'Unit Count': [],
  'Item Weight': [],
  'Fabric Type': [],
  Occasion: ['Occasion Type'],
  'Handle Material': [],
  'Cartridge Type': [],
  'Warranty Type': ['Jenis Garansi', 'Tipe Garansi'],
  'Warranty Period': ['Masa Garansi'],
  'Cooling Method': [],
  'Flash Memory Type': [],
  'Data Transfer Rate': [],
  'Graphics Description': ['Graphics Card Description', 'Card Description'],
  'Part Number': ['Manufacturer Part Number', 'MPN'],
  'Model Number': ['Item model number'],
  'Hard Drive Interface': ['Hard Disk Interface'],
  'Hard Drive Rotational Speed': ['Hard Disk Rotational Speed'],
  'CPU Speed': ['Processor Speed'],
  'Batteries Included': ['Batteries Included?', 'Are Batteries Included'],
  'Batteries Required': ['Batteries Required?'],
  'Included Components': ['Whats in the box', "What's in the box"],
  'Other Display Features': [],
  'Component Type': [],
  'Supported Standards': [],
  'Human Interface Input': [],
  'Vehicle Service Type': [],
  'Specification Met': [],
  'Focus Type': [],
  'Shooting Modes': [],
  'Phone Features': [],
  'TV Features': ['Fitur TV'],
  'Network Connections': [],
  'Dietary Needs': [],
  'Plug Type': [],
  'Battery Capacity': [],
  Flavor: ['Flavor Name', 'Flavour'],
  'Fit Type': [],
  Model: [],
  Condition: [],
  Language: [],
  Variation: ['Variant', 'Variants', 'Varian', 'Variasi Produk'],
};

const foldKey = (key: string) =>
  key
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const CANONICAL = new Map<string, string>();
for (const [field, spellings] of Object.entries(FIELD_SPELLINGS)) {
  CANONICAL.set(foldKey(field), field);
  for (const spelling of spellings) CANONICAL.set(foldKey(spelling), field);
}

/** The canonical field a raw detail key means; an unknown key is its own field, with spaces for underscores. */
export function canonicalField(rawKey: string): string {
  return (
    CANONICAL.get(foldKey(rawKey)) ??
    rawKey
      .normalize('NFKC')
      .replace(/[\s_]+/g, ' ')
      .trim()
  );
}

export const KNOWN_FIELDS: readonly string[] = Object.keys(FIELD_SPELLINGS);
