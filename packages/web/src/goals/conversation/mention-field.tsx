import { type KeyboardEvent, type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { type ControlProps, inputClass } from '../../ui/fields/field.tsx'
import { Listbox, useListbox } from '../../ui/fields/listbox.tsx'
import { usePeople } from '../data/people.ts'
import { insertMention, type Mentionable, mentionable, typedMention } from './mentions.ts'
import { texts } from './texts.ts'

/** A longer list helps nobody who types. */
const maximumShown = 6

type MentionFieldProps = {
  control: ControlProps
  input: RefObject<HTMLTextAreaElement | null>
  text: string
  onChange: (text: string) => void
  onMention: (member: Mentionable) => void
  /** Ctrl+Enter or Command+Enter. */
  onSend: () => void
  onCancel: (() => void) | undefined
}

/** A field for a comment. After `@` it lists members, whom the arrow keys and Enter choose. */
export function MentionField({
  control,
  input,
  text,
  onChange,
  onMention,
  onSend,
  onCancel,
}: MentionFieldProps) {
  const { members = [] } = usePeople()
  const [caret, setCaret] = useState(0)
  /** The `@` whose list was closed. */
  const [closedAt, setClosedAt] = useState<number>()
  const typed = typedMention(text, caret)
  const found = typed && typed.start !== closedAt ? mentionable(members, typed.words, maximumShown) : []
  const isOpen = found.length > 0
  const listbox = useListbox({
    choices: found.map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    isOpen,
    onChoose: choose,
  })

  function choose(userId: string): void {
    const member = found.find((one) => one.userId === userId)
    if (!typed || !member) return
    const inserted = insertMention(text, caret, typed, member)
    flushSync(() => {
      onMention(member)
      onChange(inserted.text)
      setCaret(inserted.caret)
      listbox.reset()
    })
    input.current?.focus()
    input.current?.setSelectionRange(inserted.caret, inserted.caret)
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onSend()
    } else if (isOpen && event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      setClosedAt(typed?.start)
    } else if (isOpen && event.key === 'Tab' && !event.shiftKey) {
      event.preventDefault()
      const current = found[listbox.list.current]
      if (current) choose(current.userId)
    } else if (isOpen) listbox.onKeyDown(event)
    else if (event.key === 'Escape') onCancel?.()
  }

  // A text area cannot be a combobox.
  const popup = {
    'aria-haspopup': 'listbox',
    'aria-autocomplete': listbox.field['aria-autocomplete'],
    'aria-controls': listbox.field['aria-controls'],
    'aria-activedescendant': listbox.field['aria-activedescendant'],
  } as const
  return (
    <div className="relative">
      <textarea
        {...control}
        {...(isOpen ? popup : {})}
        ref={input}
        rows={2}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          onChange(event.target.value)
          setCaret(event.target.selectionStart)
          if (!event.target.value.slice(0, event.target.selectionStart).includes('@')) setClosedAt(undefined)
          listbox.reset()
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onBlur={() => setClosedAt(typed?.start)}
        className={`${inputClass} field-sizing-content max-h-[50dvh] min-h-18 leading-relaxed`}
      />
      {isOpen && (
        <div className="absolute top-full left-0 z-20 mt-1 w-72 max-w-full rounded-xl border border-line-floating bg-surface p-1.5 shadow-floating">
          <Listbox {...listbox.list} label={texts.form.people} selected="" />
        </div>
      )}
    </div>
  )
}
