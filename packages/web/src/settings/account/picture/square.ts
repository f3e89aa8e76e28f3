/** The largest square in the middle of a picture, in its pixels. */
export function squareOf({ width, height }: { width: number; height: number }) {
  const side = Math.min(width, height)
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side }
}

export type Attempt = { side: number; quality: number }

/** How to encode a picture, best first. The last one of noise takes a few KB. */
export const attempts: readonly Attempt[] = [
  ...[0.92, 0.85, 0.75, 0.6, 0.45].map((quality) => ({ side: 256, quality })),
  ...[0.7, 0.45].map((quality) => ({ side: 192, quality })),
  { side: 128, quality: 0.5 },
  { side: 64, quality: 0.5 },
]

/** The browser returned another format than WebP, as the standard lets it if it cannot encode one. */
export class NoWebp extends Error {}

/**
 * Returns the first encoding that is small enough.
 *
 * @throws `NoWebp` if the browser cannot encode WebP.
 */
export async function firstThatFits(
  encode: (attempt: Attempt) => Promise<Blob | null>,
  { type, maximumBytes }: { type: string; maximumBytes: number },
): Promise<Blob> {
  for (const attempt of attempts) {
    const blob = await encode(attempt)
    if (blob?.type !== type) throw new NoWebp()
    if (blob.size <= maximumBytes) return blob
  }
  throw new Error('No encoding is small enough.')
}
