import { Link2, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Problems } from '../../data/api/failures/problems.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Field, inputClass, TextField } from '../../ui/fields/field.tsx'
import { FieldGroup } from '../../ui/fields/field-group.tsx'
import { type EvidenceRow, linkRow, newLinks, rowsFrom } from './evidence-rows.ts'
import { hostOf, linksIn, titleOfLink } from './links.ts'
import { texts } from './texts.ts'

type RowsProps = {
  rows: EvidenceRow[]
  onChange: (rows: EvidenceRow[]) => void
  /** More are not accepted. */
  maximum: number
  problems: Problems
  /** The path of the list in the request: `evidence`, `verdicts.0.evidence`. */
  path: string
}

type EvidenceFieldsProps = RowsProps & {
  /** A text that may contain links. They are offered as evidence. */
  text: string
}

/** The evidence of a report: a pasted link becomes evidence at once, with a title that can be changed. */
export function EvidenceFields({ text, ...list }: EvidenceFieldsProps) {
  const { rows, onChange, maximum, problems, path } = list
  const [typed, setTyped] = useState('')
  const isFull = rows.length >= maximum

  function add(content: string): void {
    const added = rowsFrom(content, rows)
    if (content.trim() === '' || isFull) return
    onChange([...rows, ...added].slice(0, maximum))
    setTyped('')
  }

  return (
    <FieldGroup
      legend={texts.title}
      hint={texts.hint}
      optional
      problem={problems[path]}
      className="space-y-3"
    >
      <EvidenceRows {...list} />
      <LinkOffers text={text} {...list} />
      <div className="flex gap-2">
        <input
          aria-label={texts.linkOrQuote}
          placeholder={texts.linkOrQuote}
          value={typed}
          disabled={isFull}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain')
            if (typed !== '' || linksIn(pasted).length === 0) return
            event.preventDefault()
            add(pasted)
          }}
          onKeyDown={(event) => {
            // Enter must not send the report.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed === '') return
            event.preventDefault()
            add(typed)
          }}
          className={inputClass}
        />
        <Button
          className="shrink-0"
          aria-label={texts.addEvidence}
          disabled={isFull}
          onClick={() => add(typed)}
        >
          <Plus className="size-4" aria-hidden="true" />
          {texts.add}
        </Button>
      </div>
    </FieldGroup>
  )
}

/** The pieces of evidence, each with its title. */
export function EvidenceRows({ rows, onChange, problems, path }: RowsProps) {
  const list = useRef<HTMLUListElement>(null)
  if (rows.length === 0) return null

  function remove(index: number): void {
    const around = list.current?.parentElement
    flushSync(() => onChange(rows.toSpliced(index, 1)))
    // The title of the next piece, or else the field that adds or mentions one.
    const titles = around?.querySelectorAll<HTMLElement>(':scope li input')
    const next = titles?.item(Math.min(index, titles.length - 1))
    const fields = around?.querySelectorAll<HTMLElement>('textarea, input:not([type=radio])')
    ;(next ?? fields?.item(fields.length - 1))?.focus()
  }

  return (
    <ul ref={list} aria-label={texts.title} className="space-y-2">
      {rows.map((row, index) => (
        <li key={row.key} className="flex items-start gap-2 rounded-lg border border-line px-3 py-2.5">
          <div className="min-w-0 flex-1 space-y-2">
            <TextField
              label={row.url ? texts.linkTitle(hostOf(row.url) ?? '') : texts.quoteTitle}
              value={row.title}
              onChange={(event) => onChange(rows.with(index, { ...row, title: event.target.value }))}
              problem={problems[`${path}.${index}.title`]}
              autoComplete="off"
            />
            {row.url ? (
              <p className="truncate text-sm text-ink-faint">{row.url}</p>
            ) : (
              <Field label={texts.quote} problem={problems[`${path}.${index}.text`]}>
                {(control) => (
                  <textarea
                    {...control}
                    rows={2}
                    value={row.text}
                    onChange={(event) => onChange(rows.with(index, { ...row, text: event.target.value }))}
                    className={inputClass}
                  />
                )}
              </Field>
            )}
          </div>
          <IconButton label={texts.remove(row.title)} onClick={() => remove(index)}>
            <Trash2 className="size-4.5" aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

/** Offers the links in a text as evidence. */
export function LinkOffers({
  text,
  rows,
  onChange,
  maximum,
}: Omit<RowsProps, 'problems' | 'path'> & { text: string }) {
  const offered = newLinks(linksIn(text), rows).slice(0, maximum - rows.length)
  if (offered.length === 0) return null
  return (
    <ul aria-label={texts.offers} className="flex flex-wrap gap-2">
      {offered.map((link) => (
        <li key={link} className="min-w-0">
          <Button size="small" className="max-w-full" onClick={() => onChange([...rows, linkRow(link)])}>
            <Link2 className="size-4 shrink-0" aria-hidden="true" />
            <span className="truncate">{texts.offer(titleOfLink(link))}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
