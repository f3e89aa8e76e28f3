import { isValidName, removeForbiddenCharacters } from '@cairn/contract/names'
import { defaultTitle } from '@cairn/domain/goals/rules/rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from './support/seed.ts'

const maximumLength = 72
const length = (text: string) => [...text].length

const word = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9ßéЖ-]{1,12}$/),
  fc.constantFrom('😀', 'مرحبا', '目標', 'x'.repeat(80), '👩‍👩‍👧'),
)
const space = fc.constantFrom(' ', '  ', '\n', '\t', '\r\n', '\u00a0', '\u2003')
/** Words with white space around them, without a mark that ends a sentence. */
const spacedWords = fc
  .array(fc.tuple(word, space), { minLength: 1, maxLength: 25 })
  .map((words) => ({ text: words.flat().join(''), folded: words.map(([part]) => part).join(' ') }))

describe('the default title', () => {
  it('is the first sentence without its period, with white space folded, if that is short enough', () => {
    const end = fc.constantFrom('', '.', '. Then rest.', '.\n\nA second paragraph.')
    fc.assert(
      fc.property(spacedWords, end, fc.constantFrom('', ' ', '\n\t'), ({ text, folded }, rest, before) => {
        fc.pre(length(folded) <= maximumLength)
        expect(defaultTitle(before + text.trimEnd() + rest)).toBe(folded)
      }),
      runs(1000),
    )
  })

  it('ends with … if the sentence is cut, after the last word that fits', () => {
    fc.assert(
      fc.property(spacedWords, ({ text, folded }) => {
        const title = defaultTitle(`${text.trimEnd()}. Then rest.`)
        expect(title.endsWith('…')).toBe(length(folded) > maximumLength)
        if (!title.endsWith('…')) return
        const kept = title.slice(0, -1)
        expect(folded.startsWith(kept)).toBe(true)
        expect(length(title)).toBeLessThanOrEqual(maximumLength)
        const following = folded.slice(kept.length)
        const isWordEnd = following.startsWith(' ')
        // Only a first word that is longer than a title is cut.
        if (!isWordEnd) expect([kept.includes(' '), length(title)]).toEqual([false, maximumLength])
        const nextWord = following.trimStart().split(' ')[0] ?? ''
        if (isWordEnd) expect(length(`${kept} ${nextWord}…`)).toBeGreaterThan(maximumLength)
      }),
      runs(1000),
    )
  })

  it('has 1 to 72 characters, folded and trimmed, for any text that is not blank', () => {
    const marks = fc.array(fc.constantFrom('.', '!', '?', '…', '。', '！', ' ', '\n', 'a', '#', '1', '"'), {
      maxLength: 100,
    })
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      marks.map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (description) => {
        fc.pre(description.trim() !== '')
        const title = defaultTitle(description)
        expect(length(title)).toBeGreaterThanOrEqual(1)
        expect(length(title)).toBeLessThanOrEqual(maximumLength)
        expect(title).toBe(title.trim())
        expect(title).not.toMatch(/\s\s|[^\S ]/)
        expect(title.isWellFormed()).toBe(true)
        expect(isValidName(title)).toBe(true)
        if (title === 'Untitled') return
        // The title adds nothing to the text except the mark of a cut.
        const folded = removeForbiddenCharacters(description).trim().replaceAll(/\s+/g, ' ')
        expect(folded.startsWith(title) || folded.startsWith(title.replace(/…$/, ''))).toBe(true)
      }),
      runs(2000),
    )
  })
})
