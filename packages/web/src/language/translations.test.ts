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

/** The top folders in the glob of a German file. */
function foldersIn(file: string): string[] {
  const [, names = ''] = /'\.\.\/\{([\w,-]+)\}\/\*\*\/texts\.de\.ts'/.exec(read(`language/${file}`)) ?? []
  return names.split(',')
}

test('each folder is in one of the German files, and the build puts it there', () => {
  const front = foldersIn('german-front.ts')
  const app = foldersIn('german-app.ts')
  expect(front.filter((folder) => app.includes(folder))).toEqual([])
  for (const folder of folders) expect([...front, ...app]).toContain(folder.split('/')[0])
  const group = /language\\\/german-front\|\(\?:([\w|-]+)\)/.exec(read('../vite.config.ts'))?.[1]
  expect(group?.split('|')).toEqual(front)
})

test('no text is loaded into English pages from a translation', () => {
  const importers = files('*.{ts,tsx}').filter((path) => /from '.*texts\.de\.ts'/.test(read(path)))
  expect(importers).toEqual([])
})
