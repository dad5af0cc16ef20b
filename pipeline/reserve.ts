interface Queue {
  places: number[];
  /** Which of the places is the first that still waits. */
  next: number;
}

/** Places of tasks that wait, in a queue for each stratum, first come first. */
export class Reserve {
  readonly #queues = new Map<string, Queue>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(stratum: string, place: number): void {
    const queue = this.#queues.get(stratum);
    if (queue === undefined) this.#queues.set(stratum, { places: [place], next: 0 });
    else queue.places.push(place);
    this.#size += 1;
  }

  /** Takes out the first of the stratum with the lowest standing; of equal ones that which came before the others. */
  take(standingOf: (stratum: string) => number): number | undefined {
    let best: { readonly queue: Queue; readonly standing: number; readonly place: number } | undefined;
    for (const [stratum, queue] of this.#queues) {
      const place = queue.places[queue.next];
      if (place === undefined) {
        this.#queues.delete(stratum);
        continue;
      }
      const standing = standingOf(stratum);
      if (best === undefined || standing < best.standing || (standing === best.standing && place < best.place))
        best = { queue, standing, place };
    }
    if (best === undefined) return undefined;
    best.queue.next += 1;
    this.#size -= 1;
    return best.place;
  }

  /** Puts a place that was taken out back to the head of its queue; the last one taken goes first. */
  putBack(stratum: string, place: number): void {
    const queue = this.#queues.get(stratum);
    if (queue === undefined) this.#queues.set(stratum, { places: [place], next: 0 });
    else if (queue.next === 0) queue.places.unshift(place);
    else queue.places[--queue.next] = place;
    this.#size += 1;
  }
}
