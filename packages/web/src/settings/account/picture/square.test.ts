import { describe, expect, test } from 'vitest'
import { type Attempt, attempts, firstThatFits, NoWebp, squareOf } from './square.ts'

const limits = { type: 'image/webp', maximumBytes: 32_768 }
const blobOf = (bytes: number, type = limits.type) => new Blob([new Uint8Array(bytes)], { type })

describe('squareOf', () => {
  test.each([
    [
      { width: 300, height: 100 },
      { x: 100, y: 0, side: 100 },
    ],
    [
      { width: 100, height: 301 },
      { x: 0, y: 100, side: 100 },
    ],
    [
      { width: 64, height: 64 },
      { x: 0, y: 0, side: 64 },
    ],
    [
      { width: 1, height: 2 },
      { x: 0, y: 0, side: 1 },
    ],
  ])('of %j is %j', (size, square) => {
    expect(squareOf(size)).toEqual(square)
  })
})

describe('firstThatFits', () => {
  /** Encodes into as many bytes as `sizeOf` says, and notes the attempts. */
  const encoder = (sizeOf: (attempt: Attempt) => number) => {
    const made: Attempt[] = []
    const encode = async (attempt: Attempt) => {
      made.push(attempt)
      return blobOf(sizeOf(attempt))
    }
    return { made, encode }
  }

  test('takes the best one if it fits exactly', async () => {
    const { made, encode } = encoder(() => limits.maximumBytes)
    expect((await firstThatFits(encode, limits)).size).toBe(limits.maximumBytes)
    expect(made).toEqual([attempts[0]])
  })

  test('lowers the quality first, then the size', async () => {
    const { made, encode } = encoder(({ side }) => limits.maximumBytes + (side > 192 ? 1 : 0))
    await firstThatFits(encode, limits)
    expect(made.map(({ side }) => side)).toEqual([256, 256, 256, 256, 256, 192])
    const qualities = made.slice(0, 5).map(({ quality }) => quality)
    expect(qualities).toEqual(qualities.toSorted((a, b) => b - a))
  })

  test('fails if none fits', async () => {
    const { made, encode } = encoder(() => limits.maximumBytes + 1)
    await expect(firstThatFits(encode, limits)).rejects.toThrow('small enough')
    expect(made).toEqual(attempts)
  })

  test.each([[blobOf(10, 'image/png')], [null]])('says that the browser makes no WebP: %j', async (blob) => {
    await expect(firstThatFits(async () => blob, limits)).rejects.toThrow(NoWebp)
  })
})
