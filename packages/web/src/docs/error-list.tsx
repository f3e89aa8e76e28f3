import { type ApiDocument, type Reference, type Response, resolve } from './openapi.ts'
import { InlineText } from './prose-text.tsx'

/** An example of an error in the document: what its code means, and what to do. */
type ErrorExample = { summary: string; description: string }

type ErrorListProps = { document: ApiDocument; responses: Record<string, Response | Reference> }

/** Every error code of an operation. */
export function ErrorList({ document, responses }: ErrorListProps) {
  const codes = Object.entries(responses)
    .filter(([status]) => status >= '400')
    .flatMap(([status, response]) => {
      const { content } = resolve<Response>(document, response)
      return Object.entries(content?.['application/json']?.examples ?? {}).map(([code, example]) => ({
        status,
        code,
        ...resolve<ErrorExample>(document, example),
      }))
    })
  return (
    <ul className="divide-y divide-line">
      {codes.map(({ status, code, summary, description }) => (
        <li key={code} className="space-y-1 py-3">
          <p className="wrap-anywhere">
            <span className="text-sm text-ink-soft">{status}</span>{' '}
            <code className="font-semibold">{code}</code>
          </p>
          <p className="max-w-prose text-[0.9375rem] text-ink-soft wrap-anywhere">
            <InlineText text={`${summary} ${description}`} />
          </p>
        </li>
      ))}
    </ul>
  )
}
