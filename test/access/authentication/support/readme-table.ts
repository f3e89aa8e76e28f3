import { readFileSync } from 'node:fs'

const readme = readFileSync(
  new URL('../../../../packages/lambda/src/auth/README.md', import.meta.url),
  'utf8',
)

/** The rows of the first table below a heading of the auth README, the heading row first. */
export function tableBelow(heading: string): string[][] {
  const section = readme.slice(readme.indexOf(`\n${heading}\n`) + heading.length + 2)
  const [heads = [], , ...rows] = (/^(?:(?!\|).*\n)*((?:\|.*\n)+)/.exec(section)?.[1] ?? '')
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  return [heads, ...rows]
}
