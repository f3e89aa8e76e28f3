import { rmSync } from 'node:fs'
import { createTemporaryDirectory } from '../../support/service/child-process.ts'

/** Creates a directory for `use`. It is removed afterwards, even if this process exits meanwhile. */
export async function withTemporaryDirectory<T>(use: (directory: string) => Promise<T>): Promise<T> {
  const { directory, remove } = await createTemporaryDirectory()
  const removeAtOnce = () => rmSync(directory, { recursive: true, force: true })
  process.once('exit', removeAtOnce)
  try {
    return await use(directory)
  } finally {
    process.off('exit', removeAtOnce)
    await remove()
  }
}
