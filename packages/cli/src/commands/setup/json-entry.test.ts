import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Entry, insertEntry, NotUnderstood, removeEntry } from './json-entry.ts'
import { parseJson, plainOf } from './json-text.ts'

const server: Entry = { path: ['mcpServers'], key: 'cairn', value: { url: 'https://cairn.example.com/mcp' } }
const hook: Entry = {
  path: ['hooks', 'SessionStart'],
  isOwn: (value) => (value as { own?: boolean } | null)?.own === true,
  value: { own: true, command: 'cairn brief' },
}

const read = (text: string | undefined) => plainOf(parseJson(text ?? 'null'))

describe('an insertion', () => {
  test('comes first, and leaves the rest as it is', () => {
    const before = '{\n  // Ours\n  "mcpServers": {\n    "other": { "command": "x" }, // kept\n  },\n}\n'
    expect(insertEntry(before, server)).toBe(
      '{\n  // Ours\n  "mcpServers": {\n    "cairn": {\n      "url": "https://cairn.example.com/mcp"\n    },\n    "other": { "command": "x" }, // kept\n  },\n}\n',
    )
  })

  test('makes what leads to it', () => {
    expect(insertEntry('{}', hook)).toBe(
      '{\n  "hooks": { "SessionStart": [{\n    "own": true,\n    "command": "cairn brief"\n  }] }\n}',
    )
    expect(insertEntry(undefined, hook)).toBe(
      '{\n  "hooks": {\n    "SessionStart": [\n      {\n        "own": true,\n        "command": "cairn brief"\n      }\n    ]\n  }\n}\n',
    )
  })

  test('has the line ends of the file', () => {
    expect(insertEntry('{\r\n}\r\n', server)).not.toMatch(/[^\r]\n/)
  })
})

test.each([
  '{}',
  '{ }',
  '{\n}',
  '{}\n',
  '\ufeff{\r\n\t"a": 1\r\n}',
  '{ "mcpServers": {} }',
  '{ "mcpServers": {\n  } }',
  '{ "mcpServers": { /* none */ }, "hooks": {} }',
  '{ "hooks": { "SessionStart": [] } }',
  '{ "hooks": { "SessionStart": [ ] }, "mcpServers": { "a": {}, } }',
  '{ "hooks": { "SessionStart": [ { "command": "x" } ], "Stop": [] } }',
  '{"hooks":{"Stop":[]}}',
  '{ // first\n "a": [1, -2.5e3, true, null, "\\u00e4\\"}"] // last\n}\n\n',
])('%j is restored byte for byte', (before) => {
  const once = insertEntry(before, server)
  const twice = insertEntry(once, hook)
  expect(read(twice)).toMatchObject({ mcpServers: { cairn: server.value } })
  expect(removeEntry(twice, hook)).toBe(once)
  expect(removeEntry(once, server)).toBe(before)
})

test('a file that was made is removed', () => {
  expect(removeEntry(insertEntry(undefined, server), server)).toBeUndefined()
  const both = insertEntry(insertEntry(undefined, server), hook)
  expect(removeEntry(removeEntry(both, hook) ?? '', server)).toBeUndefined()
})

/** Any JSON, laid out in any way. */
const document = fc
  .record({
    value: fc.dictionary(fc.constantFrom('a', 'mcpServers', 'hooks', 'b'), fc.jsonValue({ maxDepth: 2 })),
    servers: fc.option(fc.dictionary(fc.constantFrom('x', 'y'), fc.jsonValue({ maxDepth: 1 })), {
      nil: undefined,
    }),
    hooks: fc.option(
      fc.record({
        SessionStart: fc.option(fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 2 }), {
          nil: undefined,
        }),
      }),
      { nil: undefined },
    ),
    indent: fc.constantFrom(0, 1, 2, 4, '\t'),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    start: fc.constantFrom('', '\ufeff', '// A file\n', '\n'),
    end: fc.constantFrom('', '\n', '\n\n', ' /* end */'),
  })
  .map(({ value, servers, hooks, indent, lineEnd, start, end }) => {
    const { mcpServers: _, hooks: __, ...others } = value
    const all = { ...others, ...(servers && { mcpServers: servers }), ...(hooks && { hooks }) }
    return (start + JSON.stringify(all, null, indent) + end).replaceAll(/\r?\n/g, lineEnd)
  })

test('whatever is inserted into any file is taken out exactly', () => {
  fc.assert(
    fc.property(document, (before) => {
      const once = insertEntry(before, server)
      const twice = insertEntry(once, hook)
      expect(read(twice)).toHaveProperty(['hooks', 'SessionStart', 0], hook.value)
      expect(removeEntry(twice, hook)).toBe(once)
      expect(removeEntry(once, server)).toBe(before)
    }),
  )
})

describe('a removal', () => {
  test('leaves what others have added since', () => {
    const before = insertEntry('{\n}\n', server)
    const more = before.replace('\n  } }', '\n  },\n  "mine": {} }')
    expect(removeEntry(more, server)).toBe('{\n  "mcpServers": { "mine": {} }\n\n}\n')
  })

  test.each([
    ['{"mcpServers":{"cairn":{"url":"u"},"b":1}}', '{"mcpServers":{"b":1}}'],
    ['{"mcpServers":{"b":1,"cairn":{"url":"u"}}}', '{"mcpServers":{"b":1}}'],
    ['{"mcpServers":{"cairn":{"url":"u"}}}', '{"mcpServers":{}}'],
    ['{"mcpServers":{"a":0}}', '{"mcpServers":{"a":0}}'],
  ])('of a file that was laid out anew: %s', (text, expected) => {
    expect(removeEntry(text, server)).toBe(expected)
  })
})

test.each([
  ['', 'line 1 is not JSON'],
  ['{\n"a": }', 'line 2 is not JSON'],
  ['{"a": 1} x', 'line 1 is not JSON'],
  ['{"a": 01}', 'line 1 is not JSON'],
  ['{"a": "\n"}', 'line 1 is not JSON'],
  ['{"a": 1 "b": 2}', 'line 1 is not JSON'],
  ['{"a": 1, "a": 2}', 'line 1 is not JSON'],
  ['{1: 2}', 'line 1 is not JSON'],
  ['{"a"}', 'line 1 is not JSON'],
  ['{"a": [1 2]}', 'line 1 is not JSON'],
  ['{"a": ', 'line 1 is not JSON'],
  ['{ /* open', 'line 1 is not JSON'],
  [`{"a": ${'['.repeat(200)}`, 'line 1 is not JSON'],
  ['[]', 'it is not an object'],
  ['{"mcpServers": 1}', 'mcpServers has another value'],
  ['{"mcpServers": []}', 'mcpServers is not what it should be'],
])('%j is not understood: %s', (text, message) => {
  expect(() => removeEntry(text, server)).toThrow(NotUnderstood)
  expect(() => removeEntry(text, server)).toThrow(message)
})

test.each([
  ['{"hooks": []}', 'hooks is not an object'],
  ['{"hooks": {"SessionStart": {}}}', 'hooks.SessionStart is not what it should be'],
  ['{"hooks": {"SessionStart": "x"}}', 'hooks.SessionStart has another value'],
])('%j has no place for an item: %s', (text, message) => {
  expect(() => removeEntry(text, hook)).toThrow(message)
})
