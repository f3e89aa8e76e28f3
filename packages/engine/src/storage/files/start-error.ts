/** A reason not to open the database that the person at the terminal can act on, in one sentence. */
export class EngineStartError extends Error {
  override readonly name = 'EngineStartError'
}

/** Whether an error is SQLite's: the file could not be read or written. */
export function isStorageError(error: unknown): error is Error & { errcode?: number } {
  return error instanceof Error && (error as { code?: string }).code === 'ERR_SQLITE_ERROR'
}
