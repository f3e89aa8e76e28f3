import type { Evidence } from '@cairn/contract/schemas/goals/goal-history'
import { ExternalLink, Quote } from 'lucide-react'
import { hostOf } from './links.ts'
import { texts } from './texts.ts'

/** Evidence as links and quotes. Everything in it is untrusted text: only https addresses become links. */
export function EvidenceList({ evidence }: { evidence: readonly Evidence[] }) {
  if (evidence.length === 0) return null
  return (
    <ul aria-label={texts.title} className="space-y-2">
      {[...evidence.entries()].map(([index, piece]) => (
        <EvidencePiece key={index} {...piece} />
      ))}
    </ul>
  )
}

function EvidencePiece({ title, url, text, sha256 }: Evidence) {
  const host = url === undefined ? undefined : hostOf(url)
  const Icon = url === undefined ? Quote : ExternalLink
  return (
    <li className="flex gap-2 text-[0.9375rem]">
      <Icon className="mt-1 size-4 shrink-0 text-ink-faint" aria-hidden="true" />
      <div className="min-w-0 space-y-1">
        <p>
          {host === undefined ? (
            <span className="font-medium">{title}</span>
          ) : (
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="rounded font-medium text-accent underline underline-offset-2"
            >
              {title}
            </a>
          )}
          {host !== undefined && <span className="text-sm text-ink-faint"> ({host})</span>}
          {url !== undefined && host === undefined && (
            <span className="text-sm text-ink-faint"> ({url})</span>
          )}
        </p>
        {text !== undefined && (
          <blockquote className="border-l-2 border-line-strong pl-3 whitespace-pre-wrap text-ink-soft">
            {text}
          </blockquote>
        )}
        {sha256 !== undefined && <p className="font-mono text-xs text-ink-faint">SHA-256 {sha256}</p>}
      </div>
    </li>
  )
}
