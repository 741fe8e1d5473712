// Pictures for light and dark pages. Their elements have the colours of a white page as
// attributes, which any viewer understands; where the reader's page is dark, a browser replaces
// them by the rules here.
#pragma once

namespace vta {

// Behind the <svg> tag of a picture of the colours #ffffff (page), #1f2937 and #111827 (ink),
// #4b5563 and #6b7280 (faint), #e5e7eb (lines), #f3f4f6, #fef3c7, #dbeafe (boxes) with their edges.
inline constexpr const char* kSvgDarkStyle =
    "<style>@media (prefers-color-scheme: dark) {"
    "[fill=\"#ffffff\"]{fill:#11151b}"
    "[fill=\"#1f2937\"]{fill:#e6eaf0}[stroke=\"#111827\"]{stroke:#e6eaf0}"
    "[fill=\"#4b5563\"]{fill:#9aa6b5}[stroke=\"#4b5563\"]{stroke:#9aa6b5}"
    "[stroke=\"#6b7280\"]{stroke:#9aa6b5}[stroke=\"#e5e7eb\"]{stroke:#303844}"
    "[fill=\"#f3f4f6\"]{fill:#1d232c}"
    "[fill=\"#fef3c7\"]{fill:#3d2f0d}[stroke=\"#b45309\"]{stroke:#f0a04b}"
    "[fill=\"#dbeafe\"]{fill:#172c4d}[stroke=\"#1d4ed8\"]{stroke:#79b4f0}"
    "}</style>\n";

}  // namespace vta
