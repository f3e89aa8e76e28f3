/** Writes `src/generated.ts`. With `--check`, fails if the file differs from the OpenAPI document. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { generate } from './generate.ts'

const file = new URL('../src/generated.ts', import.meta.url)
const document = JSON.parse(readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8'))
const biome = fileURLToPath(new URL('../../../node_modules/.bin/biome', import.meta.url))
const text = execFileSync(biome, ['format', '--stdin-file-path', fileURLToPath(file)], {
  input: generate(document),
  encoding: 'utf8',
})

if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  console.error('packages/client/src/generated.ts is out of date. Run `npm run openapi`.')
  process.exitCode = 1
}
