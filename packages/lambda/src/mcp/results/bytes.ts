/** The bytes that a value takes as text and as data. */
export function bytesInResult(value: unknown): number {
  const text = JSON.stringify(value)
  return Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(text)) - 2
}

export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
