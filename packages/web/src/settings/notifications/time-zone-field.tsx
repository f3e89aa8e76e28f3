import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { browserTimeZone, timeIn } from '../../presentation/time/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field, selectClass } from '../../ui/fields/field.tsx'
import { Listbox, useListbox } from '../../ui/fields/listbox.tsx'
import { texts } from './texts.ts'
import { createTimeZoneSearch, describeTimeZone, placeOf, timeZones } from './time-zones.ts'

type TimeZoneFieldProps = {
  value: string
  onChange: (timeZone: string) => void
  problem: string | undefined
}

/** Finds a time zone by typing a city, a country, the name of the time, or the offset. */
export function TimeZoneField({ value, onChange, problem }: TimeZoneFieldProps) {
  const here = browserTimeZone()
  const chosen = useMemo(() => describeTimeZone(value), [value])
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const panel = useRef<HTMLDivElement>(null)
  // Their names take a moment.
  const zones = useMemo(() => (isOpen ? timeZones([value, here]) : []), [isOpen, value, here])
  const isTyped = typed.trim() !== ''
  const search = useMemo(() => (isTyped ? createTimeZoneSearch(zones) : undefined), [isTyped, zones])
  const found = search ? search(typed) : zones
  const { field, list, reset, onKeyDown } = useListbox({
    choices: found.map(({ id, name, offset }) => ({ id, name, detail: offset })),
    ...(!isTyped && { start: value }),
    isOpen,
    onChoose: (id) => {
      onChange(id)
      close()
    },
  })
  useEffect(() => {
    if (isOpen) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])

  function open(): void {
    setIsOpen(true)
    reset()
  }

  function close(): void {
    setIsOpen(false)
    setTyped('')
  }

  function handleKey(event: KeyboardEvent): void {
    if (isOpen && event.key === 'Escape') {
      event.preventDefault()
      close()
    } else if (isOpen) onKeyDown(event)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      open()
    }
  }

  return (
    <div className="space-y-2">
      <Field
        label={texts.timeZone}
        hint={texts.timeZoneHint(timeIn(value), `${placeOf(value)}, ${chosen.offset}`)}
        problem={problem}
        className="max-w-md"
      >
        {(control) => (
          <div className="relative">
            <input
              {...control}
              {...field}
              type="text"
              placeholder={isOpen ? texts.findTimeZone : undefined}
              value={isOpen ? typed : chosen.name}
              onClick={open}
              onChange={(event) => {
                open()
                setTyped(event.target.value)
              }}
              onKeyDown={handleKey}
              onFocus={(event) => event.target.select()}
              onBlur={close}
              className={selectClass}
            />
            {isOpen && (
              <div
                ref={panel}
                className="animate-fade absolute inset-x-0 top-full z-20 mt-1 mb-4 scroll-my-4 rounded-xl border border-line-floating bg-surface p-1.5 shadow-floating"
              >
                <Listbox {...list} label={texts.timeZone} selected={value} />
                <p role="status" className="px-2.5 py-1 text-sm text-ink-faint empty:hidden">
                  {found.length === 0 && texts.noTimeZone}
                </p>
              </div>
            )}
          </div>
        )}
      </Field>
      {value !== here && (
        <Button size="small" onClick={() => onChange(here)}>
          {texts.thisBrowsersZone(placeOf(here))}
        </Button>
      )}
    </div>
  )
}
