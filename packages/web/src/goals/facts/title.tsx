import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useHold } from '../../data/live/hold.ts'
import { Problem } from '../../ui/fields/problem.tsx'
import { PageTitle } from '../../ui/page.tsx'
import { texts } from './texts.ts'

type TitleProps = { title: string; isEditable: boolean; onChange: (title: string) => void }

/** Source: `visibleText(200)` in the contract. */
const maximumLength = 200

/** The heading of the goal. A press makes it a field; Enter saves, Escape restores. */
export function Title({ title, isEditable, onChange }: TitleProps) {
  const [isEditing, setIsEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useHold(isEditing)

  function stop(): void {
    flushSync(() => setIsEditing(false))
    button.current?.focus()
  }

  return (
    <>
      <PageTitle title={title} className={isEditing ? 'sr-only' : 'max-w-4xl text-[1.75rem] sm:text-[2rem]'}>
        {isEditable && !isEditing ? (
          <button
            ref={button}
            type="button"
            title={texts.change.title}
            data-shortcut="t"
            data-shortcut-name={texts.change.title}
            className="on-paper -mx-2 -my-0.5 rounded-lg px-2 py-0.5 text-left transition-colors hover:bg-sunken"
            onClick={() => setIsEditing(true)}
          >
            {title}
          </button>
        ) : (
          title
        )}
      </PageTitle>
      {isEditing && (
        <TitleField
          title={title}
          onSave={(typed) => {
            if (typed !== title) onChange(typed)
            stop()
          }}
          onCancel={stop}
        />
      )}
    </>
  )
}

type TitleFieldProps = { title: string; onSave: (title: string) => void; onCancel: () => void }

function TitleField({ title, onSave, onCancel }: TitleFieldProps) {
  const [typed, setTyped] = useState(title)
  const [problem, setProblem] = useState<string>()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Not every browser focuses a field whose text is selected.
    input.current?.focus()
    input.current?.select()
  }, [])
  return (
    <form
      className="max-w-4xl space-y-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() === '') setProblem(texts.enterTitle)
        else onSave(typed.trim())
      }}
    >
      <input
        ref={input}
        aria-label={texts.names.title}
        aria-describedby={`${id}-problem ${id}-hint`}
        aria-invalid={problem ? true : undefined}
        maxLength={maximumLength}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setProblem(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel()
        }}
        className="-mx-2 block w-[calc(100%+1rem)] rounded-lg border border-line-strong bg-surface px-2 py-1 font-serif text-[1.75rem] leading-tight font-semibold aria-invalid:border-bad sm:text-[2rem]"
      />
      <Problem id={`${id}-problem`}>{problem}</Problem>
      <p id={`${id}-hint`} className="text-sm text-ink-faint">
        {texts.titleHint}
      </p>
    </form>
  )
}
