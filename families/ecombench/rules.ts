export const rulesAbout = (about: string | undefined): readonly string[] => [String(about)];
