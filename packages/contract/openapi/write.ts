/** Writes `openapi.json`. With `--check`, fails if the file differs from the registry. */
import { readFile, writeFile } from 'node:fs/promises'
import { createOpenApiDocument } from './document.ts'

const file = new URL('../openapi.json', import.meta.url)
const text = `${JSON.stringify(createOpenApiDocument(), null, 2)}\n`

if (process.argv.includes('--check')) {
  const written = await readFile(file, 'utf8').catch(() => '')
  if (written !== text) {
    console.error('packages/contract/openapi.json is out of date. Run `npm run openapi`.')
    process.exitCode = 1
  }
} else {
  await writeFile(file, text)
}
