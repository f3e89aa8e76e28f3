import { statSync } from 'node:fs'

/** Tells whether paths still lead to the files that they led to. It never opens a file: closing it would end SQLite's locks. */
export class FileIdentity {
  readonly #known: ReadonlyMap<string, string | undefined>

  /** @param files  Those that are there now are remembered. */
  constructor(files: readonly string[]) {
    this.#known = new Map(files.map((file) => [file, identityOf(file)]))
  }

  /** The files that are gone, and those in whose place another one is. */
  changes(): { removed: string[]; replaced: string[] } {
    const removed: string[] = []
    const replaced: string[] = []
    for (const [file, known] of this.#known) {
      const found = identityOf(file)
      if (found === known) continue
      ;(found === undefined ? removed : replaced).push(file)
    }
    return { removed, replaced }
  }
}

function identityOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
}
