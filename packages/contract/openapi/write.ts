/** Writes `openapi.json`; with `--check`, fails where the file and the registry have drifted apart. */
import { readFile, writeFile } from 'node:fs/promises'
import { createOpenApiDocument } from './document.ts'

const file = new URL('../openapi.json', import.meta.url)
const text = `${JSON.stringify(createOpenApiDocument(), null, 2)}\n`

if (process.argv.includes('--check')) {
  const written = await readFile(file, 'utf8').catch(() => '')
  if (written !== text) {
    console.error('packages/contract/openapi.json is not what the registry says: run `npm run openapi`.')
    process.exitCode = 1
  }
} else {
  await writeFile(file, text)
}
