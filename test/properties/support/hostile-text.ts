import fc from 'fast-check'

/**
 * Text that the service did not make: ids of foreign providers, names, addresses, idempotency keys. It contains
 * what ElectroDB puts into keys, letters that fold, grow or have two forms, and is as long as its limit lets it be.
 * Every input schema refuses unpaired surrogates, so there are none.
 */
const fragments = [
  '#',
  '_',
  '$cairn',
  '$goal_1#updatedat_',
  '#organizationid_',
  '#labelid_',
  'nobody',
  'email:',
  'A',
  'a',
  'İ',
  'ı',
  'ß',
  'ẞ',
  'Σ',
  'ς',
  'é',
  'e\u0301',
  '\u212a',
  'k',
  '\u{1d160}',
  '😀',
  '\u0000',
  '\u0001',
  ' ',
  '\u200f',
  '\uffff',
  '\u{10ffff}',
]

export function hostileText(maximumLength: number): fc.Arbitrary<string> {
  const cut = (text: string) => [...text].slice(0, maximumLength).join('')
  const spelt = fc
    .array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 8 })
    .map((parts) => parts.join(''))
  return fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).map(cut),
    spelt.map(cut),
    fc
      .tuple(fc.constantFrom('\u{1d160}', '\u{10ffff}', 'İ', '😀', 'x'), spelt)
      .map(([letter, end]) => cut(end + letter.repeat(maximumLength))),
  )
}

/** Two different texts, often as alike as two texts can be. */
export function differentTexts(maximumLength: number): fc.Arbitrary<[string, string]> {
  const alike = fc.constantFrom<(text: string) => string>(
    (text) => text.toUpperCase(),
    (text) => text.toLowerCase(),
    (text) => text.normalize('NFD'),
    (text) => text.normalize('NFC'),
    (text) => `${text}#`,
    (text) => `${text}\u0000`,
    (text) => `${text} `,
    (text) => text.slice(0, -1),
    (text) => `#${text}`,
  )
  const text = hostileText(maximumLength)
  return fc
    .oneof(
      fc.tuple(text, text),
      fc.tuple(text, alike).map(([one, change]): [string, string] => [one, change(one)]),
    )
    .filter(([one, other]) => one !== other && one.isWellFormed() && other.isWellFormed())
}
