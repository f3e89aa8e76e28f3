import { globSync, readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { expect, test } from 'vitest'

const source = dirname(import.meta.dirname)
const files = (pattern: string) => globSync(`${source}/**/${pattern}`).map((path) => relative(source, path))
const read = (path: string) => readFileSync(`${source}/${path}`, 'utf8')
const folders = files('texts.ts').map(dirname)

test.each(folders)('the texts of %s have that name and a German translation', (folder) => {
  expect(read(`${folder}/texts.ts`)).toContain(`catalog('${folder}', {`)
  expect(read(`${folder}/texts.de.ts`)).toContain('satisfies typeof texts')
})

test('no translation is without its texts', () => {
  expect(files('texts.de.ts').map(dirname).sort()).toEqual(folders.sort())
})

test('the first German file is named three times: by itself, by the other one, and by the build', () => {
  const front = /'\.\.\/\{([\w,-]+)\}\/\*\*\/texts\.de\.ts'/
    .exec(read('language/german-front.ts'))?.[1]
    ?.split(',')
  const others = /'!\.\.\/\{([\w,-]+)\}\/\*\*'/.exec(read('language/german-app.ts'))?.[1]?.split(',')
  // From the root of the project: the path of the checkout may have the same names, such as `/app`.
  const built = /german-front\|packages\\\/web\\\/src\\\/\(\?:([\w|-]+)\)/
    .exec(read('../vite.config.ts'))?.[1]
    ?.split('|')
  expect(front).toContain('accounts')
  expect(others).toEqual(front)
  expect(built).toEqual(front)
})

test('no text is loaded into English pages from a translation', () => {
  const importers = files('*.{ts,tsx}').filter(
    (path) => !path.endsWith('.test.ts') && /from '.*texts\.de\.ts'/.test(read(path)),
  )
  expect(importers).toEqual([])
})
