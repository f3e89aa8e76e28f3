import { lazy } from 'react'
import { FailureBoundary } from '../app/failure-boundary.tsx'
import { isTooComplex } from './complexity.ts'

const loadRenderer = () => import('./rendered-markdown.tsx')

const Rendered = lazy(() => loadRenderer().catch(() => ({ default: PlainText })))

/** Loads the renderer before it is needed. */
export function preloadMarkdown(): void {
  loadRenderer().catch(() => undefined)
}

function PlainText({ text, note }: { text: string; note?: string }) {
  return (
    <div className="prose">
      <p className="whitespace-pre-wrap">{text}</p>
      {note && <p className="text-sm text-ink-faint">{note}</p>}
    </div>
  )
}

/**
 * Renders untrusted Markdown. Put it below a `Suspense`, so that nobody sees the source before the renderer has loaded. If
 * rendering fails, the source is shown as plain text.
 */
export function Markdown({ text }: { text: string }) {
  if (isTooComplex(text)) {
    return <PlainText text={text} note="Shown as plain text: it is too long or too complex to format." />
  }
  return (
    <FailureBoundary key={text} fallback={<PlainText text={text} />}>
      <Rendered text={text} />
    </FailureBoundary>
  )
}
