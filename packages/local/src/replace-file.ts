import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'

/** Writes a file for its owner alone; a reader finds the old text or the new one, never a part of it. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}.tmp`
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, file)
}
