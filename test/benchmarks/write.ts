/**
 * Writes the saved figures into this folder's README, between its marks: the summary first, then all tables. `npm run bench` does so
 * after measuring, `npm run bench:write` without measuring.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describeConditions } from './conditions.ts'
import type { Part } from './part.ts'
import { type PartName, parts } from './parts.ts'
import { readResults } from './results.ts'

const marks = ['<!-- bench:begin -->', '<!-- bench:end -->'] as const

export function writeReadme(): void {
  const results = readResults()
  const measured = (Object.keys(parts) as PartName[]).flatMap((name) => {
    const kept = results[name]
    return kept ? [{ part: parts[name] as Part, ...kept }] : []
  })
  const tables = measured.map(({ part, conditions, result }) =>
    [
      `### ${part.title}`,
      part.method,
      part.tables(result),
      `\`${conditions.command}\`, ${describeConditions(conditions)}.`,
    ].join('\n\n'),
  )
  const summaries = measured.flatMap(({ part, result }) => part.summary?.(result) ?? [])
  const conditions = measured[0] && `By \`npm run bench\`, ${describeConditions(measured[0].conditions)}.`
  writeBetweenMarks(new URL('README.md', import.meta.url), [
    '### Summary',
    ...summaries,
    conditions ?? '',
    ...tables,
  ])
}

function writeBetweenMarks(readme: URL, blocks: string[]): void {
  const file = fileURLToPath(readme)
  const text = readFileSync(file, 'utf8')
  const [begin, end] = marks.map((mark) => text.indexOf(mark))
  if (begin === undefined || end === undefined || begin === -1 || end === -1) return
  const written = [text.slice(0, begin) + marks[0], ...blocks, text.slice(end)].join('\n\n')
  writeFileSync(file, written)
}

if (import.meta.main) writeReadme()
