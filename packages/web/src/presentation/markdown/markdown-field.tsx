import * as Tabs from '@radix-ui/react-tabs'
import { useDeferredValue, useState } from 'react'
import { cn } from '../../ui/cn.ts'
import { Field, inputClass } from '../../ui/fields/field.tsx'
import { Markdown, preloadMarkdown } from './markdown.tsx'
import { texts } from './texts.ts'

type MarkdownFieldProps = {
  label: string
  optional?: boolean
  value: string
  onChange: (value: string) => void
  problem: string | undefined
  rows?: number
  hint?: string
  /** The key that moves into it. */
  shortcut?: string
}

const tabClass =
  'min-h-8 rounded-md px-2.5 text-sm text-ink-soft hover:text-ink data-[state=active]:bg-sunken data-[state=active]:font-medium data-[state=active]:text-ink'

/** A long text with a preview. The text area stays in the page, so that the preview does not lose its cursor and undo. */
export function MarkdownField({
  label,
  optional,
  value,
  onChange,
  problem,
  rows = 6,
  hint,
  shortcut,
}: MarkdownFieldProps) {
  const shown = useDeferredValue(value)
  const [view, setView] = useState('write')
  const [previousProblem, setPreviousProblem] = useState(problem)
  if (problem !== previousProblem) {
    // The text area is about to get the focus, so it must be visible.
    setPreviousProblem(problem)
    if (problem) setView('write')
  }
  return (
    <Tabs.Root value={view} onValueChange={setView} className="relative">
      <Tabs.List aria-label={texts.view(label)} className="absolute -top-2.5 right-0 flex gap-1">
        <Tabs.Trigger value="write" className={tabClass}>
          {texts.write}
        </Tabs.Trigger>
        <Tabs.Trigger
          value="preview"
          className={tabClass}
          onPointerEnter={preloadMarkdown}
          onFocus={preloadMarkdown}
        >
          {texts.preview}
        </Tabs.Trigger>
      </Tabs.List>
      <Field label={label} optional={optional} problem={problem} hint={hint ?? texts.hint}>
        {(control) => (
          <>
            <Tabs.Content value="write" forceMount className="data-[state=inactive]:hidden" tabIndex={-1}>
              <textarea
                {...control}
                data-shortcut={shortcut}
                data-shortcut-name={label}
                rows={rows}
                value={value}
                onChange={(event) => onChange(event.target.value)}
                className={cn(
                  inputClass,
                  'field-sizing-content max-h-[60dvh] min-h-28 resize-y leading-relaxed',
                )}
              />
            </Tabs.Content>
            <Tabs.Content
              value="preview"
              className="min-h-28 rounded-lg border border-dashed border-line-strong px-3 py-2"
            >
              {/* Headings of the text come below one of the page. */}
              <h2 className="sr-only">{texts.preview}</h2>
              {shown.trim() ? <Markdown text={shown} /> : <p className="text-ink-faint">{texts.empty}</p>}
            </Tabs.Content>
          </>
        )}
      </Field>
    </Tabs.Root>
  )
}
