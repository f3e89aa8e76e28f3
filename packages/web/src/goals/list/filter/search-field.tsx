import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cn } from '../../../ui/cn.ts'
import { inputClass } from '../../../ui/fields/field.tsx'
import { texts } from '../texts.ts'

/** Write typed text into the address after this delay, not for every letter. */
const debounceMilliseconds = 250

type SearchFieldProps = { text: string; onChange: (text: string) => void }

export function SearchField({ text, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(text)
  const [previousText, setPreviousText] = useState(text)
  if (previousText !== text) {
    // Something else changed the address: the back button, or clearing the filters.
    setPreviousText(text)
    if (text !== typed.trim()) setTyped(text)
  }
  useEffect(() => {
    if (typed.trim() === text) return undefined
    const timer = setTimeout(() => onChange(typed.trim()), debounceMilliseconds)
    return () => clearTimeout(timer)
  })
  return (
    <div className="relative">
      <Search
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-ink-faint"
        aria-hidden="true"
      />
      <input
        aria-label={texts.filters.search}
        data-shortcut="/"
        type="search"
        maxLength={200}
        placeholder={texts.filters.search}
        title={texts.filters.searchHint}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={cn(inputClass, 'min-h-10 pl-9 sm:min-h-9 sm:py-1.5')}
      />
    </div>
  )
}
