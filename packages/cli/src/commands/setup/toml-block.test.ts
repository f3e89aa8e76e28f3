import { describe, expect, test } from 'vitest'
import { NotUnderstood } from './json-entry.ts'
import { type Block, hasBlock, insertBlock, removeBlock, replaceBlock } from './toml-block.ts'
import { parseToml } from './toml-text.ts'

const block: Block = {
  lines: ['[mcp_servers.cairn]', 'url = "https://cairn.example.com/mcp"', '[[hooks.SessionStart]]', 'x = 1'],
  tables: [['mcp_servers', 'cairn']],
  arrays: [['hooks', 'SessionStart']],
}

/** Every kind of statement that TOML has. */
const everything = `# A comment
title = "TOML \\"quoted\\" # no comment"
'a key'.b = 'C:\\path'
"\\u00e9" = 1_000
dates = [1979-05-27T07:32:00Z, 1979-05-27 07:32:00.5-07:00, 07:32:00, 1979-05-27] # mixed
floats = { pi = +3.14, big = 1e+9, inf = -inf, "not" = nan }
list = [
  "a", # first
  [1, 2,],
]
text = """
[mcp_servers.cairn]
# cairn setup: end
"quotes" \\""" """
raw = '''
[hooks] '' '''
hex = 0xDEAD_beef

[mcp_servers.other]
command = "npx"
  [ mcp_servers . "third.party" ]
[[hooks.SessionStart]]
[[hooks.SessionStart.hooks]]
on = true`

describe.each([
  ['a file', everything],
  ['one line', 'a = 1'],
  ['an empty file', ''],
  ['a mark alone', '\ufeff'],
  ['an empty line', '\n'],
  ['comments', '# nothing\n\n'],
])('%s', (_, text) => {
  test.each([
    ['as it is', text],
    ['with a last line end', `${text}\n`],
    ['with several', `${text}\n\n\n`],
    ['of Windows', `${text}\n`.replaceAll('\n', '\r\n')],
    ['of Windows without a last line end', text.replaceAll('\n', '\r\n')],
    ['with a byte order mark', `\ufeff${text}`.replace('\ufeff\ufeff', '\ufeff')],
  ])('is restored byte for byte %s', (_, before) => {
    const after = insertBlock(before, block)
    expect(after.startsWith(before)).toBe(true)
    expect(hasBlock(before)).toBe(false)
    expect(hasBlock(after)).toBe(true)
    const paths = parseToml(after).map(({ path }) => path.join('.'))
    expect(paths).toEqual(expect.arrayContaining(['mcp_servers.cairn.url', 'hooks.SessionStart.x']))
    expect(replaceBlock(after, block)).toBe(after)
    expect(removeBlock(after)).toBe(before)
    if (/\r\n/.test(before)) expect(after).not.toMatch(/[^\r]\n/)
  })
})

test('a file that was made is removed', () => {
  expect(removeBlock(insertBlock(undefined, block))).toBeUndefined()
})

test('a block is replaced where it is, and what follows stays', () => {
  const before = `${insertBlock('a = 1\n', block)}\n[later]\nb = 2\n`
  const after = replaceBlock(before, { ...block, lines: ['[mcp_servers.cairn]'] })
  expect(after).toMatch(/^a = 1\n\n# .+\n\[mcp_servers\.cairn\]\n# cairn setup: end\n\n\[later\]\nb = 2\n$/)
  expect(removeBlock(after)).toBe('a = 1\n\n[later]\nb = 2\n')
})

test.each([
  ['[mcp_servers.cairn]\n', 'it has mcp_servers.cairn already'],
  ['[mcp_servers]\n"cairn".url = 1\n', 'it has mcp_servers.cairn.url already'],
  ['mcp_servers = {}\n', 'it has mcp_servers already'],
  ['[[mcp_servers]]\n', 'it has mcp_servers already'],
  ['hooks = 1\n', 'it has hooks already'],
  ['[hooks]\nSessionStart = []\n', 'it has hooks.SessionStart already'],
  ['[hooks.SessionStart]\n', 'it has hooks.SessionStart already'],
  ['a = \n', 'line 1 is not TOML'],
  ['a = 1 b = 2\n', 'line 1 is not TOML'],
  ['a\n', 'line 1 is not TOML'],
  ['= 1\n', 'line 1 is not TOML'],
  ['[a\n', 'line 1 is not TOML'],
  ['\n[[a]\n', 'line 2 is not TOML'],
  ['a. = 1\n', 'line 1 is not TOML'],
  ['"\\q" = 1\n', 'line 1 is not TOML'],
  ['a = "open\n', 'line 1 is not TOML'],
  ['a = """open\n', 'line 1 is not TOML'],
  ['a = [1 2]\n', 'line 1 is not TOML'],
  ['a = {b 1}\n', 'line 1 is not TOML'],
  [`a = ${'['.repeat(200)}`, 'line 1 is not TOML'],
  ['{ "json": true }', 'line 1 is not TOML'],
])('%j is not understood: %s', (text, message) => {
  expect(() => insertBlock(text, block)).toThrow(NotUnderstood)
  expect(() => insertBlock(text, block)).toThrow(message)
})

test.each([
  (text: string) => text.replace('# cairn setup: end', ''),
  (text: string) => `${text}\n# cairn setup: end\n`,
  (text: string) => text + text,
  (text: string) => text.replace(/# cairn setup: these.+/, '# cairn setup: end'),
])('comments that are no pair are not understood', (damage) => {
  const damaged = damage(insertBlock('a = 1\n', { ...block, lines: ['[b]'] }))
  expect(() => removeBlock(damaged)).toThrow('the comments of cairn setup are not a pair')
})

test('what a block would repeat is found beside it too', () => {
  const text = `[mcp_servers.cairn]\n${insertBlock('a = 1\n', block)}`
  expect(() => replaceBlock(text, block)).toThrow('it has mcp_servers.cairn already')
})
