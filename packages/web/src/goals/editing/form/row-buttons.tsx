import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../../../ui/button.tsx'
import { texts } from './texts.ts'

type RowButtonsProps<Row> = {
  /** The row's name in the names of its buttons: `criterion 2`. */
  name: string
  rows: Row[]
  index: number
  onChange: (rows: Row[]) => void
  onRemove: () => void
  /** Whether the person may not remove it. */
  isKept?: boolean
}

/** Moves and removes a row of a list. After a move, the focus stays on the moved row. */
export function RowButtons<Row>({
  name,
  rows,
  index,
  onChange,
  onRemove,
  isKept = false,
}: RowButtonsProps<Row>) {
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  const isFirst = index === 0
  const isLast = index === rows.length - 1

  function move(step: 1 | -1): void {
    const [row] = rows.slice(index, index + 1) as [Row]
    flushSync(() => onChange(rows.toSpliced(index, 1).toSpliced(index + step, 0, row)))
    const reachesEnd = index + step === 0 || index + step === rows.length - 1
    const [pressed, other] = step === 1 ? [down, up] : [up, down]
    ;(reachesEnd ? other : pressed).current?.focus()
  }

  return (
    <div className="-mt-1 -mr-1 flex flex-col">
      {!isKept && (
        <IconButton label={texts.rows.remove(name)} onClick={onRemove}>
          <Trash2 className="size-4.5" aria-hidden="true" />
        </IconButton>
      )}
      {!isFirst && (
        <IconButton ref={up} label={texts.rows.up(name)} onClick={() => move(-1)}>
          <ArrowUp className="size-4.5" aria-hidden="true" />
        </IconButton>
      )}
      {!isLast && (
        <IconButton ref={down} label={texts.rows.down(name)} onClick={() => move(1)}>
          <ArrowDown className="size-4.5" aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}
