import fc from 'fast-check'

/**
 * Fragments of keys, and letters that change in lower case, grow in UTF-8 or have two normal forms. There are
 * no unpaired surrogates, because every input schema refuses them.
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

/**
 * Text that the service does not choose: ids of foreign providers, names, addresses, idempotency keys.
 *
 * @param maximumLength  In code points; some texts have exactly this length.
 */
export function hostileText(maximumLength: number): fc.Arbitrary<string> {
  const cut = (text: string) => [...text].slice(0, maximumLength).join('')
  const assembled = fc
    .array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 8 })
    .map((parts) => parts.join(''))
  return fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).map(cut),
    assembled.map(cut),
    fc
      .tuple(fc.constantFrom('\u{1d160}', '\u{10ffff}', 'İ', '😀', 'x'), assembled)
      .map(([letter, end]) => cut(end + letter.repeat(maximumLength))),
  )
}

/** Two different texts, often nearly equal. */
export function differentTexts(maximumLength: number): fc.Arbitrary<[string, string]> {
  const variation = fc.constantFrom<(text: string) => string>(
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
      fc.tuple(text, variation).map(([one, change]): [string, string] => [one, change(one)]),
    )
    .filter(([one, other]) => one !== other && one.isWellFormed() && other.isWellFormed())
}
