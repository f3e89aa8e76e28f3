import { lazy } from 'react'
import { FailureBoundary } from '../app/failure-boundary.tsx'
import { isTooComplex } from './complexity.ts'

const loadRenderer = () => import('./rendered-markdown.tsx')

const Rendered = lazy(() => loadRenderer().catch(() => ({ default: AsTyped })))

/** Loads the renderer ahead of the text. */
export function preloadMarkdown(): void {
  loadRenderer().catch(() => undefined)
}

function AsTyped({ text, note }: { text: string; note?: string }) {
  return (
    <div className="prose">
      <p className="whitespace-pre-wrap">{text}</p>
      {note && <p className="text-sm text-ink-faint">{note}</p>}
    </div>
  )
}

/**
 * Markdown from anybody, below a `Suspense` that waits for the renderer: nobody sees the marks before the text. Where
 * the renderer cannot be loaded or cannot cope, the text stands as it was typed: nobody loses a text to its form.
 */
export function Markdown({ text }: { text: string }) {
  if (isTooComplex(text)) {
    return <AsTyped text={text} note="Shown as plain text: it is too long or too complex to format." />
  }
  return (
    <FailureBoundary key={text} fallback={<AsTyped text={text} />}>
      <Rendered text={text} />
    </FailureBoundary>
  )
}
