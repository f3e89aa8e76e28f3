import { Fragment, type ReactNode } from 'react'
import { textLinkClass } from '../ui/front-page.tsx'

/** A paragraph of the manual with code, bold text, and links. */
const marks = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\((https:[^)\s]+)\)/g

/** A text of the manual within a paragraph. Its texts are part of the service, so a Markdown parser is not needed. */
export function InlineText({ text }: { text: string }) {
  const parts: [offset: number, part: ReactNode][] = []
  let end = 0
  for (const mark of text.matchAll(marks)) {
    parts.push([end, text.slice(end, mark.index)], [mark.index, <Marked key="marked" mark={mark} />])
    end = mark.index + mark[0].length
  }
  parts.push([end, text.slice(end)])
  return parts.map(([offset, part]) => <Fragment key={`${offset}${typeof part}`}>{part}</Fragment>)
}

function Marked({ mark: [, code, bold, link, href] }: { mark: RegExpExecArray }) {
  if (code !== undefined) return <code className="rounded bg-sunken px-1 text-[0.9em]">{code}</code>
  if (bold !== undefined) return <strong className="font-semibold text-ink">{bold}</strong>
  return (
    <a href={href} rel="noreferrer" target="_blank" className={textLinkClass}>
      {link}
    </a>
  )
}

/** Paragraphs of the manual. */
export function ProseText({ text }: { text: string }) {
  return (
    <div className="max-w-prose space-y-3 leading-relaxed wrap-anywhere">
      {text.split('\n\n').map((paragraph) => (
        <p key={paragraph}>
          <InlineText text={paragraph} />
        </p>
      ))}
    </div>
  )
}
