import type { Goal, GoalSummary } from '@cairn/contract/schemas/goals/goals'
import * as fc from 'fast-check'
import type { Nodes } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { describe, expect, test } from 'vitest'
import { goalAsMarkdown, goalsAsMarkdown } from './markdown.ts'

const nameOf = (userId: string | null) => (userId === null ? 'No owner' : `Name of ${userId}`)
const goal = (fields: object = {}) =>
  ({
    id: 'g1',
    title: 'Answer within a day',
    detailedDescription: 'Every request.\n\n- *Really* every one.',
    status: 'active',
    health: 'at_risk',
    ownerUserId: 'ann',
    labels: [{ id: 'l', name: 'Quality', color: null }],
    timeframe: { kind: 'deadline', targetDate: '2026-12-01' },
    progress: 0.5,
    criteria: [
      { id: 'c', title: 'Median', description: '', verdict: { result: 'met' } },
      { id: 'd', title: 'Weekends', description: '', verdict: null },
    ],
    measures: [{ id: 'm', title: 'Hours', unit: 'h', start: 40, target: 20, current: { value: 30 } }],
    lastReport: null,
    ...fields,
  }) as unknown as Goal & GoalSummary

test('a goal is a heading, its facts, the latest report, criteria, measures, and the description as it is', () => {
  const latest = {
    summary: 'Half of the way.',
    createdAt: '2026-11-20T12:00:00.000Z',
    authorityUserId: 'ben',
  }
  expect(goalAsMarkdown(goal(), latest, 'https://cairn.example/goals/g1', nameOf)).toBe(`# Answer within a day

- **Status:** At risk
- **Owner:** Name of ann
- **Timeframe:** By Dec 1, 2026
- **Labels:** Quality
- **Progress:** 50%

## Latest report

Half of the way.

*Name of ben, Nov 20, 2026*

## Success criteria

- Median **Met**
- Weekends

## Measures

- Hours: 30 h / 20 h

## Description

Every request.

- *Really* every one.

<https://cairn.example/goals/g1>
`)
})

test('goals are a table', () => {
  const paused = goal({ title: 'B | C', status: 'paused', progress: null, timeframe: { kind: 'continuous' } })
  const rows = goalsAsMarkdown([paused], (id) => `https://cairn.example/goals/${id}`, nameOf)
    .trim()
    .split('\n')
  expect(rows.length).toBe(3)
  expect(rows[2]).toContain('[B \\| C](https://cairn.example/goals/g1)')
  expect(rows[2]).toContain('Paused, At risk')
})

test('the table of a search says where it found its words', () => {
  const found = { match: { where: 'comment', text: 'an otter | was here' } }
  const rows = goalsAsMarkdown(
    [goal(found), goal({ match: { where: 'title', text: 'x' } })],
    () => 'https://c.example',
    nameOf,
  )
    .trim()
    .split('\n')
  expect(rows[0]).toContain('| Found in')
  expect(rows[2]).toContain('| Comment: an otter \\| was here |')
  expect(rows[3]).not.toContain('Title')
})

describe('what others wrote', () => {
  const parse = (markdown: string): Nodes => unified().use(remarkParse).use(remarkGfm).parse(markdown)
  const hostile = fc
    .array(
      fc.constantFrom(
        ...[
          '*',
          '_',
          '`',
          '[',
          ']',
          '(',
          ')',
          '<',
          '>',
          '|',
          '#',
          '-',
          '+',
          '1.',
          '!',
          '~',
          '\\',
          '&amp;',
          ' ',
          '\n',
        ],
        ...['a', 'https://e.example', 'www.e.example', 'x@e.example', '<script>', '![i](j)', '[^1]', '- [ ]'],
      ),
      { minLength: 1, maxLength: 12 },
    )
    .map((parts) => parts.join(''))

  /** The kinds of nodes below a node, and its whole text. */
  function look(node: Nodes): { kinds: Set<string>; words: string } {
    const kinds = new Set<string>([node.type])
    let words = 'value' in node ? node.value : ''
    for (const child of 'children' in node ? node.children : []) {
      const inner = look(child)
      for (const kind of inner.kinds) kinds.add(kind)
      words += inner.words
    }
    // An address may become a link to itself, as everywhere.
    if (node.type === 'link' && ['', 'http://', 'mailto:'].some((start) => node.url === start + words)) {
      kinds.delete('link')
    }
    return { kinds, words }
  }
  const plain = (value: string) => value.replaceAll(/\s+/g, ' ').trim()

  test('stays plain text in the table', () => {
    fc.assert(
      fc.property(hostile, (summary) => {
        const markdown = goalsAsMarkdown(
          [goal({ lastReport: { summary } })],
          () => 'https://c.example',
          nameOf,
        )
        const [table] = (parse(markdown) as { children: Nodes[] }).children
        const row = (table as { children: { children: Nodes[] }[] }).children[1]
        const { kinds, words } = look(row?.children.at(-1) as Nodes)
        expect([...kinds].filter((kind) => !['tableCell', 'text'].includes(kind))).toEqual([])
        expect(words).toBe(plain(summary))
      }),
      { numRuns: 500 },
    )
  })

  test('stays plain text in a criterion', () => {
    fc.assert(
      fc.property(hostile, (title) => {
        const one = goal({ criteria: [{ id: 'c', title, description: '', verdict: null }], measures: [] })
        const { children } = parse(goalAsMarkdown(one, undefined, 'https://c.example', nameOf)) as {
          children: Nodes[]
        }
        const { kinds, words } = look(children[3] as Nodes)
        expect(
          [...kinds].filter((kind) => !['list', 'listItem', 'paragraph', 'text'].includes(kind)),
        ).toEqual([])
        expect(words).toBe(plain(title))
      }),
      { numRuns: 500 },
    )
  })
})
