import { describe, expect, test } from 'vitest'
import { avatarColorOf, avatarColors, avatarStyleOf } from './avatar-color.ts'

/** The relative luminance of a color (WCAG 2.2). */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

describe('the colors of initials', () => {
  test.each(avatarColors.flatMap(({ light, dark }) => [light, dark]))(
    'are easy to read: $ink on $paper',
    ({ ink, paper }) => {
      expect(contrastOf(ink, paper)).toBeGreaterThanOrEqual(4.5)
    },
  )

  test('stay the same for a person, and are spread over people', () => {
    const ids = Array.from({ length: 1_000 }, (_, number) => `email:${(number * 7_919).toString(16)}`)
    const counts = Map.groupBy(ids, avatarColorOf)
    expect(counts.size).toBe(avatarColors.length)
    for (const some of counts.values()) expect(some.length).toBeGreaterThan(50)
    expect(ids.map(avatarColorOf)).toEqual(ids.map(avatarColorOf))
  })

  test('are those of both themes', () => {
    expect(avatarStyleOf('email:x')?.color).toMatch(/^light-dark\(#[0-9a-f]{6}, #[0-9a-f]{6}\)$/)
  })
})
