import { expect } from 'vitest'
import type { callerWith } from './call-tools.ts'

type Call = { tool: string; arguments: Record<string, unknown> }
export type Cut = { path: string; shown?: number; total?: number; kept?: string; readOn: Call }
type Content = Record<string, unknown> & { path?: string; offset?: number; cut?: Cut[] }

/** Reads whatever results leave out, by nothing but the calls that they name. */
export function readerWith(agent: ReturnType<typeof callerWith>, defaultKiB = 16) {
  let calls = 0

  async function call({ tool, arguments: input }: Call): Promise<Content> {
    calls += 1
    const { bytes, body } = await agent.ask('tools/call', { name: tool, arguments: input })
    const { structuredContent, isError } = (
      body as { result: { structuredContent: Content; isError?: boolean } }
    ).result
    const described = `${tool} ${JSON.stringify(input)}`
    if (!described.includes('report_progress')) {
      expect(isError, `${described} ${JSON.stringify(structuredContent.error)}`).toBeUndefined()
    }
    expect(bytes, described).toBeLessThanOrEqual(Number(input.maxKiB ?? defaultKiB) * 1024)
    for (const cut of structuredContent.cut ?? [])
      expect(cut.readOn, `${described} ${cut.path}`).toBeDefined()
    return structuredContent
  }

  /** The whole goal, entry, label, question or part that a call returns the beginning of. */
  async function readWhole(next: Call): Promise<unknown> {
    const content = await call(next)
    const field = ['part', 'goal', 'entry', 'label', 'question', 'comment'].find(
      (name) => name in content,
    ) as string
    const { path = '', offset = 0, cut = [] } = content
    const base = segmentsOf(path)
    let whole = content[field]
    for (const { path: at, shown = 0, readOn } of cut) {
      if (readOn.tool === next.tool) expect(readOn.arguments).not.toEqual(next.arguments)
      const rest = await readWhole(readOn)
      const [first, ...others] = segmentsOf(at).slice(base.length)
      if (first === undefined) whole = joined(whole, shown - offset, rest)
      else {
        const name = Array.isArray(whole) ? String(Number(first) - offset) : first
        whole = replaced(whole, [name, ...others], (value) => joined(value, shown, rest))
      }
    }
    return whole
  }

  return { call, readWhole, calls: () => calls }
}

function segmentsOf(path: string): string[] {
  return path === '' ? [] : path.split('.')
}

/** The first characters, elements or fields, and the rest. */
function joined(value: unknown, count: number, rest: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, count) + rest
  if (Array.isArray(value)) return [...value.slice(0, count), ...(rest as unknown[])]
  return { ...Object.fromEntries(Object.entries(value as object).slice(0, count)), ...(rest as object) }
}

function replaced(value: unknown, [name, ...others]: string[], change: (old: unknown) => unknown): unknown {
  if (name === undefined) return change(value)
  const copy = structuredClone(value) as Record<string, unknown>
  copy[name] = replaced(copy[name], others, change)
  return copy
}

/** The value at the path of a cut. */
export function shownAt(content: object, path: string): unknown {
  return segmentsOf(path).reduce((at, name) => (at as Record<string, unknown>)[name], content as unknown)
}
