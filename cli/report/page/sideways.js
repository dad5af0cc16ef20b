/** Says of each box whose table is wider than itself that there is more, until it is scrolled to its end. */
for (const box of document.querySelectorAll('.scroll')) {
  const tell = () => {
    const isMore = box.scrollLeft + box.clientWidth < box.scrollWidth - 1;
    box.toggleAttribute('data-more', isMore);
    if (box.scrollLeft === 0) box.previousElementSibling?.toggleAttribute('hidden', !isMore);
  };
  box.addEventListener('scroll', tell, { passive: true });
  new ResizeObserver(tell).observe(box);
}
