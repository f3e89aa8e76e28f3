import { queryOptions } from '@tanstack/react-query'
import { type ComponentType, lazy, useState } from 'react'
import { FailureBoundary } from '../app/failure-boundary.tsx'
import { isTooComplex } from './complexity.ts'
import { texts } from './texts.ts'

type Renderer = ComponentType<{ text: string }>

let loadedRenderer: Renderer | undefined

async function loadRenderer(): Promise<{ default: Renderer }> {
  const module = await import('./rendered-markdown.tsx')
  loadedRenderer = module.default
  return module
}

const LazyRenderer = lazy(() => loadRenderer().catch(() => ({ default: PlainText })))

/** Loads the renderer before it is needed. */
export function preloadMarkdown(): void {
  loadRenderer().catch(() => undefined)
}

/**
 * Loads the renderer, and settles even if that fails. A page that shows Markdown at once waits for this instead of using a
 * `Suspense`: React shows the fallback of that one for at least 300 ms.
 */
export const markdownRendererQuery = queryOptions({
  queryKey: ['markdown renderer'],
  queryFn: async () => {
    await loadRenderer().catch(() => undefined)
    return loadedRenderer !== undefined
  },
  staleTime: Number.POSITIVE_INFINITY,
  networkMode: 'always',
})

function PlainText({ text, note }: { text: string; note?: string }) {
  return (
    <div className="prose">
      <p className="whitespace-pre-wrap">{text}</p>
      {note && <p className="text-sm text-ink-faint">{note}</p>}
    </div>
  )
}

/**
 * Renders untrusted Markdown. Put it below a `Suspense`, or wait for `markdownRendererQuery`, so that nobody sees the source
 * before the renderer has loaded. If rendering fails, the source is shown as plain text.
 */
export function Markdown({ text }: { text: string }) {
  const [Rendered] = useState<Renderer>(() => loadedRenderer ?? LazyRenderer)
  if (isTooComplex(text)) {
    return <PlainText text={text} note={texts.tooComplex} />
  }
  return (
    <FailureBoundary key={text} fallback={<PlainText text={text} />}>
      <Rendered text={text} />
    </FailureBoundary>
  )
}
