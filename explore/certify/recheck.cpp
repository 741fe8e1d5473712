#include "explore/certify/recheck.h"

#include "base/error.h"
#include "base/interruption.h"
#include "base/json.h"
#include "explore/certify/certificate.h"
#include "explore/certify/point_bounds.h"
#include "explore/sweep/setup.h"

namespace vta::explore {
namespace {

namespace json = boost::json;

class Recheck {
 public:
  Recheck(const Space& space, const json::value& certificate, const std::string& origin)
      : space_(space),
        certificate_(certificate, origin),
        evaluator_(space.spec().networks, graph_axes(space.spec())),
        bounds_(evaluator_.compiler()) {
    if (certificate_.get_int("format") != kCertificateFormat)
      throw InputError(fmt::format("{}: format {}, this program knows {}", origin,
                                   certificate_.get_int("format"), kCertificateFormat));
    const std::string hash = certificate_.get_object("specification").get_string("hash");
    if (hash != space.spec().hash)
      throw InputError(fmt::format("{}: it is of the specification {}, not of {}", origin, hash,
                                   space.spec().hash));
    evaluator_.prepare(images_of(space.spec()));
  }

  RecheckReport run(int64_t spot, const std::function<void()>& on_point) {
    try {
      for (const json::value& box : certificate_.get_array("boxes"))
        for (int64_t index = number(box, 0); index <= number(box, 1); ++index) {
          check_interruption();
          point(index, box);
          if (on_point)
            on_point();
          if (!report_.problem.empty())
            return report_;
        }
      witnesses(spot);
    } catch (const boost::system::system_error& e) {
      throw InputError(fmt::format("{}: {}", certificate_.where(), e.what()));
    }
    return report_;
  }

 private:
  static int64_t number(const json::value& row, size_t column) {
    return row.as_array().at(column).as_int64();
  }
  const json::value& row(const char* table, int64_t at) const {
    return certificate_.get_array(table).at(static_cast<size_t>(at));
  }

  PointSpec spec_of(int64_t index) {
    if (index < 0 || index >= space_.size())
      throw InputError(
          fmt::format("{}: point {} of a space of {}", certificate_.where(), index, space_.size()));
    auto point = space_.point(index);
    if (auto* spec = std::get_if<PointSpec>(&point))
      return *spec;
    throw InputError(fmt::format("{}: point {} is no legal one: {}", certificate_.where(), index,
                                 std::get<Exclusion>(point).reason));
  }

  void point(int64_t index, const json::value& box) {
    const PointSpec spec = spec_of(index);
    ++report_.points;
    if (const json::array area = area_json(hardware_cost(spec.config));
        area != row("areas", number(box, 2)))
      return wrong(index, "its area is {}, the certificate says {}", json::serialize(area),
                   json::serialize(row("areas", number(box, 2))));
    if (const json::array kernels = launches_json(launch_numbers(bounds_.outline(spec)));
        kernels != row("kernels", number(box, 3)))
      return wrong(index, "its kernels are {}, the certificate says {}", json::serialize(kernels),
                   json::serialize(row("kernels", number(box, 3))));
    const auto level = static_cast<BoundLevel>(number(box, 4));
    if (level == BoundLevel::Exact)
      return;
    ++report_.bounds;
    int64_t bound = bounds_.any_schedule(spec);
    if (level != BoundLevel::AnySchedule)
      bound = std::max(bound, bounds_.by_tiles(spec));
    if (level == BoundLevel::Schedule)
      bound = std::max(bound, bounds_.schedule(spec).cycles);
    if (number(box, 5) > bound)
      wrong(index, "its bound is {}, the certificate says {}", bound, number(box, 5));
  }

  void witnesses(int64_t spot) {
    const json::array& all = certificate_.get_array("witnesses");
    const auto count = static_cast<int64_t>(all.size());
    const int64_t wanted = spot < 0 ? count : std::min(spot, count);
    for (int64_t k = 0; k < wanted && report_.problem.empty(); ++k) {
      const json::value& witness = all[static_cast<size_t>(k * count / wanted)];
      const int64_t index = number(witness, 0);
      const PointSpec spec = spec_of(index);
      const Outcome outcome = evaluator_.evaluate(spec);
      const auto* result = std::get_if<PointResult>(&outcome);
      ++report_.simulated;
      if (result == nullptr || result->timing.cycles != number(witness, 1))
        wrong(index, "it takes {} cycles, the certificate says {}",
              result == nullptr ? -1 : result->timing.cycles, number(witness, 1));
      else if (program_hash(evaluator_.compiler().compile(spec)) !=
               std::string_view(witness.as_array().at(2).as_string()))
        wrong(index, "its program is another one than that of the certificate");
    }
  }

  template <typename... Values>
  void wrong(int64_t index, fmt::format_string<Values...> text, Values&&... values) {
    report_.problem =
        fmt::format("point {}: {}", index, fmt::format(text, std::forward<Values>(values)...));
  }

  const Space& space_;
  JsonReader certificate_;
  Evaluator evaluator_;
  PointBounds bounds_;
  RecheckReport report_;
};

}  // namespace

RecheckReport recheck_certificate(const Space& space, const json::value& certificate,
                                  const std::string& origin, int64_t spot,
                                  const std::function<void()>& on_point) {
  return Recheck(space, certificate, origin).run(spot, on_point);
}

}  // namespace vta::explore
