import { Check, ChevronDown, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { language } from '../../../language/language.ts'
import { cn } from '../../../ui/cn.ts'
import {
  Menu,
  MenuCheckboxItem,
  MenuContent,
  MenuItemIndicator,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from '../../../ui/dialogs/menu.tsx'
import { texts } from '../texts.ts'

type FilterPillProps = {
  name: string
  /** The keys that open its menu. */
  shortcut: string
  options: readonly { value: string; name: string }[]
  values: readonly string[]
  isNot: boolean
  onChange: (values: string[] | undefined, isNot: boolean) => void
  /** For a filter with one value, which cannot be turned around. */
  isSingle?: boolean
}

const alternatives = new Intl.ListFormat(language, { type: 'disjunction' })
/** Of more values, the pill shows the number. */
const shownValues = 3

/** A filter: a button that says what it lets through, and a menu with its values. */
export function FilterPill({ name, shortcut, options, values, isNot, onChange, isSingle }: FilterPillProps) {
  const valueId = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const chosen = options.filter(({ value }) => values.includes(value)).map((option) => option.name)
  const isActive = chosen.length > 0
  const rest = chosen.length - shownValues
  const shown = rest > 0 ? [...chosen.slice(0, shownValues), `+${rest}`] : chosen

  function toggle(value: string): void {
    const others = isSingle ? [] : values.filter((other) => other !== value)
    const changed = values.includes(value) ? others : [...others, value]
    onChange(changed.length > 0 ? changed : undefined, isNot)
  }

  return (
    <span
      className={cn(
        'inline-flex max-w-full min-w-0 items-stretch rounded-lg border text-sm',
        isActive ? 'border-accent bg-accent-soft text-ink' : 'border-line bg-surface text-ink-soft',
      )}
    >
      {/* Not modal, so that screen readers announce how many goals match while it is open. */}
      <Menu modal={false}>
        <MenuTrigger
          ref={trigger}
          id={valueId}
          data-shortcut={shortcut}
          data-shortcut-name={texts.filters.by(name)}
          className={cn(
            'flex min-h-10 min-w-0 items-center gap-1 rounded-lg px-2.5 sm:min-h-8.5',
            isActive ? 'pr-1' : 'hover:bg-sunken',
          )}
        >
          <span className="truncate">
            {isActive ? texts.filters.chosen(name, isNot, alternatives.format(shown)) : name}
          </span>
          {!isActive && <ChevronDown className="hidden size-3.5 shrink-0 2xl:block" aria-hidden="true" />}
        </MenuTrigger>
        <MenuContent align="start" aria-labelledby={valueId}>
          {!isSingle && (
            <>
              <MenuRadioGroup
                value={isNot ? 'not' : 'is'}
                onValueChange={(chosenOperator) =>
                  onChange(values.length > 0 ? [...values] : undefined, chosenOperator === 'not')
                }
              >
                <Operator value="is" name={texts.filters.is} isDisabled={!isActive} />
                <Operator value="not" name={texts.filters.isNot} isDisabled={!isActive} />
              </MenuRadioGroup>
              <MenuSeparator />
            </>
          )}
          {options.map((option) => (
            <MenuCheckboxItem
              key={option.value}
              checked={values.includes(option.value)}
              onCheckedChange={() => toggle(option.value)}
            >
              <bdi className="min-w-0 flex-1 wrap-anywhere">{option.name}</bdi>
              <Chosen />
            </MenuCheckboxItem>
          ))}
        </MenuContent>
      </Menu>
      {isActive && (
        <button
          type="button"
          aria-label={texts.filters.remove(name)}
          className="flex w-8 shrink-0 items-center justify-center rounded-r-lg text-ink-soft hover:bg-sunken hover:text-ink"
          onClick={() => {
            onChange(undefined, false)
            trigger.current?.focus()
          }}
        >
          <X className="size-3.5" aria-hidden="true" />
        </button>
      )}
    </span>
  )
}

function Operator({ value, name, isDisabled }: { value: string; name: string; isDisabled: boolean }) {
  return (
    <MenuRadioItem value={value} disabled={isDisabled} onSelect={(event) => event.preventDefault()}>
      <span className="flex-1">{name}</span>
      <Chosen />
    </MenuRadioItem>
  )
}

function Chosen() {
  return (
    <MenuItemIndicator>
      <Check className="size-4 text-accent" aria-hidden="true" />
    </MenuItemIndicator>
  )
}
