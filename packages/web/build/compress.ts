import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Coding, compressedSuffixes, isCompressible } from '../hosting.ts'

/** Files are compressed once, at build time, so use the highest quality. */
const compress: Record<Coding, (content: Buffer) => Promise<Buffer>> = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
}

/** Writes compressed copies next to the files of a directory if they are smaller. */
export async function compressFiles(directory: string): Promise<void> {
  const names = await readdir(directory, { recursive: true })
  for (const name of names.filter(isCompressible)) {
    const file = path.join(directory, name)
    const content = await readFile(file)
    await Promise.all(
      Object.entries(compressedSuffixes).map(async ([coding, suffix]) => {
        const compressed = await compress[coding as Coding](content)
        if (compressed.length < content.length) await writeFile(file + suffix, compressed)
      }),
    )
  }
}
