import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { FailureBoundary } from '../../app/page-states.tsx'
import { TextSkeleton } from '../../ui/states/skeleton.tsx'
import { isTooComplex } from './complexity.ts'
import { texts } from './texts.ts'

type Renderer = ComponentType<{ text: string }>

let loadedRenderer: Renderer | undefined

async function loadRenderer(): Promise<{ default: Renderer }> {
  const module = await import('./rendered-markdown.tsx')
  loadedRenderer = module.default
  return module
}

/** Loads the renderer before it is needed. */
export function preloadMarkdown(): void {
  loadRenderer().catch(() => undefined)
}

/**
 * Loads the renderer, and settles even if that fails. Texts wait for this instead of using a `Suspense`: React shows the
 * fallback of that one for at least 300 ms.
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
 * Renders untrusted Markdown. Nobody sees its source before the renderer has loaded. If rendering fails, the source is shown as
 * plain text.
 */
export function Markdown({ text }: { text: string }) {
  const { isPending } = useQuery(markdownRendererQuery)
  if (isTooComplex(text)) {
    return <PlainText text={text} note={texts.tooComplex} />
  }
  if (isPending && !loadedRenderer) return <TextSkeleton />
  return (
    <FailureBoundary key={text} fallback={<PlainText text={text} />}>
      <Rendered text={text} />
    </FailureBoundary>
  )
}

function Rendered({ text }: { text: string }) {
  const [Renderer] = useState<Renderer>(() => loadedRenderer ?? PlainText)
  return <Renderer text={text} />
}
