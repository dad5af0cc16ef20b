/**
 * Words by which an agent is taken to say something that has no value of its own, in both languages. A pattern decides by
 * itself: it is wide enough for plain sentences and is no judge of tone.
 */
export const FACT_WORDS: Readonly<Record<string, readonly RegExp[]>> = {
  refused: [
    /\b(?:can(?:no|')t|can not|cannot|unable|not able|not possible|impossible|isn't possible|not allowed|not eligible|not qualif|won't|will not|doesn't allow|do not|does not|don't|declin|refus|unfortunately|no longer)/i,
    /不能|无法|不可以|没办法|不支持|不符合|不允许|抱歉|暂不|不予|拒绝|不行/,
  ],
  yes: [
    /\b(?:yes|it is|it does|is supported|supports?|available|accepts?|can be|you can|has|have|included|comes with|cover(?:s|ed))\b/i,
    /是的|可以|支持|有的?|能|包含|已经?|提供/,
  ],
  no: [/\b(?:no|not|n't|cannot|without|none|never)\b|n't/i, /不|没有|未|无/],
  free: [
    /(?<!\b(?:feel|not|n't|isn't|never|hardly) )\bfree\b(?! to\b)|\bno (?:charge|cost|fee)s?\b|\b(?:costs?|charged?|pay) (?:you )?nothing\b|[$€£¥₱] ?0(?:\.0+)?(?![\d.,]*\d)|(?<![\d.,])0(?:\.0+)? ?(?:yuan|rmb|cny|usd|dollars?|euros?|pounds?|pesos?)\b/i,
    /(?<![不非])(?<!不是|并非)免费|不收费|不用(?:付|花|另外)|不要钱|(?<![\d.])0(?:\.0+)? ?[元块]/,
  ],
  ask_around: [
    /\b(?:family|friends?|neighbou?rs?|household|courier|carrier|delivery company|logistics company)\b/i,
    /家人|朋友|邻居|代收|快递|物流|承运/,
  ],
  contact_carrier: [
    /\b(?:contact|call|ask|check with)\b.*\b(?:courier|carrier|logistics|delivery|shipping) ?(?:company|service)?/i,
    /联系.*(?:快递|物流|承运)/,
  ],
  handed_over: [/\b(?:transfer|specialist|colleague|human|person)/i, /转接|人工|专员|专人/],
};
