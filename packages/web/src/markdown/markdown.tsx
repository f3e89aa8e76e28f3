import { type ComponentProps, lazy, Suspense } from 'react'
import { FailureBoundary } from '../app/failure-boundary.tsx'
import { isTooIntricate } from './intricate.ts'

const Rendered = lazy(() => import('./rendered-markdown.tsx'))

function AsTyped({ text, note }: { text: string; note?: string }) {
  return (
    <div className="prose">
      <p className="whitespace-pre-wrap">{text}</p>
      {note && <p className="text-sm text-ink-faint">{note}</p>}
    </div>
  )
}

/**
 * Markdown from anybody. While the renderer is loading, and where it cannot cope, the text stands as it was typed:
 * nobody loses a text to its form.
 */
export function Markdown({ text }: Pick<ComponentProps<typeof AsTyped>, 'text'>) {
  if (isTooIntricate(text)) {
    return <AsTyped text={text} note="Shown as it was typed: too long or too intricate to lay out." />
  }
  const asTyped = <AsTyped text={text} />
  return (
    <FailureBoundary key={text} fallback={asTyped}>
      <Suspense fallback={asTyped}>
        <Rendered text={text} />
      </Suspense>
    </FailureBoundary>
  )
}
