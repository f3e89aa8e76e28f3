import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { avatarHueOf, avatarHues } from './avatar-hue.ts'

const styles = readFileSync(new URL('../../presentation/styles/base.css', import.meta.url), 'utf8')
const [rule = ''] = /@utility avatar-colored \{[^}]+\}/.exec(styles) ?? []

/** Lightness and chroma of the light and the dark color of a property. */
function pairOf(property: string): [lightness: number, chroma: number][] {
  const [, value = ''] = new RegExp(`[ ;]${property}: light-dark\\((.+)\\);`).exec(rule) ?? []
  return [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) var\(--hue\)\)/g)].map(([, l, c]) => [
    Number(l),
    Number(c),
  ])
}

/** The linear sRGB of an OKLCH color (https://www.w3.org/TR/css-color-4/#color-conversion-code), as browsers clip it. */
function linearOf([lightness, chroma]: [number, number], hue: number): number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ].map((value) => Math.min(1, Math.max(0, value)))
}

/** WCAG 2.2, "contrast ratio". */
function contrastOf(...colors: [number[], number[]]): number {
  const [darker = 0, lighter = 0] = colors
    .map(([red = 0, green = 0, blue = 0]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
    .sort((one, other) => one - other)
  return (lighter + 0.05) / (darker + 0.05)
}

const hues = Array.from({ length: avatarHues }, (_, index) => (index * 360) / avatarHues)

describe('the colors of initials', () => {
  test.each(['light', 'dark'])('are easy to read in the %s theme, in every hue', (theme) => {
    const place = theme === 'light' ? 0 : 1
    const [paper, ink] = [pairOf('background')[place], pairOf('color')[place]]
    if (!paper || !ink) throw new Error('The rule has no such color.')
    for (const hue of hues) {
      expect(contrastOf(linearOf(paper, hue), linearOf(ink, hue)), `${hue}`).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('stay the same for a person, and are spread over people', () => {
    const ids = Array.from({ length: 1_000 }, (_, number) => `email:${(number * 7_919).toString(16)}`)
    const counts = Map.groupBy(ids, avatarHueOf)
    expect([...counts.keys()].toSorted((one, other) => one - other)).toEqual(hues)
    for (const some of counts.values()) expect(some.length).toBeGreaterThan(50)
    expect(avatarHueOf('email:ann')).toBe(avatarHueOf('email:ann'))
  })
})
